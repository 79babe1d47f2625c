/**
 * Keeps the browser from reporting a worker that fails to load as an uncaught error of the page, as WebKit does when the page is
 * left meanwhile. Whoever calls the worker handles the failure.
 */
export function handledWorker(worker: Worker): Worker {
  worker.addEventListener('error', (event) => event.preventDefault());
  return worker;
}
