#!/usr/bin/env python3
"""Carry a campaign of `machack compare` with Dask.

    machack compare --campaign 100000 --write-manifest campaign.jsonl
    python3 campaign_dask.py --workers 8 campaign.jsonl results.jsonl
    machack compare merge campaign.jsonl results.jsonl

Needs `dask` and `distributed`.  With --scheduler, a running cluster is used;
its workers need `machack` and Python under the same names.

A task is a block of cases: the first line of the manifest and the cases go
through `machack compare filter`, and its results come back as text.  The
results depend only on the lines, so the scheduler may rerun a block when a
worker is lost; the results of a block are written once, when it is complete.
"""

import argparse
import os
import signal
import subprocess
import sys

from distributed import Client, LocalCluster, as_completed


def compare(machack, header, cases):
    """Return the results of a block of cases, one line per case."""
    done = subprocess.run(
        [machack, "compare", "filter"],
        input="".join([header, *cases]),
        capture_output=True,
        text=True,
    )
    if done.returncode != 0 or done.stdout.count("\n") != len(cases):
        raise RuntimeError(done.stderr or "machack gave too few results")
    return done.stdout


def blocks(lines, size):
    """Return the lines in blocks of `size`."""
    return [lines[first : first + size] for first in range(0, len(lines), size)]


def kill_one(client):
    """Kill a worker, to simulate the failure of its machine."""
    pids = client.run(os.getpid)
    victim = next(iter(pids.values()))
    os.kill(victim, signal.SIGKILL)
    print(f"killed a worker, process {victim}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("manifest")
    parser.add_argument("results")
    parser.add_argument("--machack", default="machack", help="the command")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--block", type=int, default=20, help="cases a task")
    parser.add_argument("--scheduler", help="address of a running scheduler")
    parser.add_argument("--kill-one", action="store_true", help="lose a worker")
    args = parser.parse_args()

    with open(args.manifest) as manifest:
        header, *cases = manifest.readlines()
    where = args.scheduler or LocalCluster(
        n_workers=args.workers, threads_per_worker=1, dashboard_address=None
    )
    with Client(where) as client, open(args.results, "w") as results:
        tasks = [
            client.submit(compare, args.machack, header, block, retries=3, pure=False)
            for block in blocks(cases, args.block)
        ]
        for number, task in enumerate(as_completed(tasks)):
            results.write(task.result())
            results.flush()
            if number == 1 and args.kill_one:
                kill_one(client)


if __name__ == "__main__":
    main()
