import { Type } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { findItems, FoundItem, parsePosition } from '../../database/projects/search';
import { callerOf } from '../../http/access';
import { boundedText } from '../../http/schemas';
import type { Routes } from '../services';

const SearchQuery = Type.Object({
  q: Type.String({ minLength: 2, maxLength: 1_024, pattern: '^[^\\u0000]*$' }),
  cursor: Type.Optional(boundedText(200)),
});
const SearchResponse = Type.Object(
  {
    results: Type.Array(FoundItem),
    cursor: Type.Optional(Type.String()),
  },
  { description: 'One page; `cursor` is present if there may be more, even if the page is short or empty.' },
);

/** `GET /search`: finds what the sponsor has by parts of its names. */
export const searchRoutes: Routes = (app, { database }) => {
  const schema = {
    summary: 'Finds projects, datasets and files whose names contain every word of a text',
    querystring: SearchQuery,
    response: { 200: SearchResponse },
  };
  app.get('/search', { schema }, async (request) => {
    const { q, cursor } = request.query;
    const from = cursor === undefined ? undefined : parsePosition(cursor);
    if (cursor !== undefined && from === undefined) throw new HttpError(400, 'The cursor is invalid.');
    const { items, next } = await findItems(database, callerOf(request).sponsorId, q, from);
    return { results: items, cursor: next };
  });
};
