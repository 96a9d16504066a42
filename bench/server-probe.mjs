// Preloaded into a measured server: answers on a port of its own what only the process itself knows.
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

http
  .createServer((request, response) => {
    if (request.url === '/reset') delay.reset();
    // The histogram contains the timer's own interval.
    const p99 = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    response.end(
      JSON.stringify({
        delayP99Ms: p99,
        external: process.memoryUsage().external,
        handles: process.getActiveResourcesInfo().length,
      }),
    );
  })
  .listen(Number(process.env['SAVELET_BENCH_PROBE']), '127.0.0.1')
  .unref();
