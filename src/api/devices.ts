import * as v from 'valibot';
import { listAnswer } from './answers';
import { api, ask, type NoArgument } from './api';

api.injectEndpoints({
  endpoints: (build) => ({
    /** The scanners that the server knows, upper-case names. The form has them from the configuration; this is the API's own list. */
    listDevices: build.query<readonly string[], NoArgument>({
      queryFn: ask(listAnswer('devices', v.string()), () => ({
        endpoint: 'GET /manage/devices',
        method: 'GET',
        path: '/manage/devices',
      })),
    }),
  }),
});
