import type { Ports, PutPartRequest, PutPartResult } from './ports';
import { sendPart } from './sendPart';

/** Sends one part with `XMLHttpRequest`, since `fetch` does not report upload progress. */
export const putPart: Ports['putPart'] = (request) => putPartWith(() => new XMLHttpRequest(), request);

/** `putPart` with a given constructor of requests. */
export function putPartWith(open: () => XMLHttpRequest, request: PutPartRequest): Promise<PutPartResult> {
  return sendPart(request, ({ sent, sentAll, answered, unreachable }) => {
    const xhr = open();
    xhr.upload.onprogress = ({ loaded }) => sent(loaded);
    xhr.upload.onload = sentAll;
    xhr.onload = () => answered(xhr.status, xhr.getResponseHeader('ETag'), xhr.getResponseHeader('Content-Type'));
    xhr.onerror = unreachable;
    xhr.open('PUT', request.url);
    xhr.setRequestHeader('Content-Type', 'application/octet-stream');
    xhr.send(request.body);
    return () => xhr.abort();
  });
}
