import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import type { ApiAccess } from '../stage';

/** Uploads the chosen files with Uppy's default options. Signing a URL takes no time. Returns seconds. */
async function sendWithUppy({ url: api }: ApiAccess): Promise<number> {
  const uppy = new Uppy().use(AwsS3, {
    signRequest: (request) => {
      const part = 'partNumber' in request ? `&partNumber=${request.partNumber}` : '';
      const query = 'uploadId' in request ? `?uploadId=${request.uploadId}${part}` : '';
      return { url: `${api}/s3/${encodeURIComponent(request.key)}${query}` };
    },
  });
  for (const file of document.querySelector('input')?.files ?? []) uppy.addFile({ name: file.name, data: file });
  const started = performance.now();
  const result = await uppy.upload();
  if (result?.failed?.length !== 0) throw new Error(`Uppy failed: ${String(result?.failed?.[0]?.error)}`);
  return (performance.now() - started) / 1_000;
}

Object.assign(window, { sendWithUppy });
