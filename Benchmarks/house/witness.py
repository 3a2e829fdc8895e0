"""Watches the machine itself during a measurement: does it stand still at times, as virtual machines do?"""
import os
import threading
import time

TICK_SECONDS = 0.005
# Above the rooms' audio threads, so that what delays the witness is the machine and not a program that is measured.
PRIORITY = 80


class Witness:
    """A thread on each core that sleeps and notes the longest time that it was late. Use it in a `with`."""

    def __init__(self):
        self.latest_ms = 0.0
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._watch, args=(core,)) for core in os.sched_getaffinity(0)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _watch(self, core):
        # On Linux both calls with 0 mean the calling thread.
        os.sched_setaffinity(0, {core})
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        except PermissionError:
            pass  # Not root: it then also sees how busy the machine is.
        while not self._ended.is_set():
            before = time.monotonic()
            time.sleep(TICK_SECONDS)
            self.latest_ms = max(self.latest_ms, (time.monotonic() - before - TICK_SECONDS) * 1e3)
