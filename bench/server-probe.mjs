// This module is preloaded into a measured server. It reports, on a port of its own, the delay of the event loop (99th percentile, in ms),
// the external memory in bytes and the number of open handles. `/reset` starts the measurement of the delay again.
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

http
  .createServer((request, response) => {
    if (request.url === '/reset') delay.reset();
    // The interval of the measuring timer is subtracted, because the histogram contains it.
    const p99 = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    response.end(
      JSON.stringify({
        delayP99Ms: p99,
        externalBytes: process.memoryUsage().external,
        handles: process.getActiveResourcesInfo().length,
      }),
    );
  })
  .listen(Number(process.env['SAVELET_BENCH_PROBE']), '127.0.0.1')
  .unref();
