/**
 * Keeps the browser from reporting a failed worker as an uncaught error of the page, as WebKit does if the user leaves the page while
 * a worker loads its code. The callers of the worker handle its failure.
 */
export function handledWorker(worker: Worker): Worker {
  worker.addEventListener('error', (event) => event.preventDefault());
  return worker;
}
