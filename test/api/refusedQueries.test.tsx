import { act, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useListDatasetsQuery } from '../../src/api/datasets';
import { useListing } from '../../src/api/files';
import { useListProjectsQuery } from '../../src/api/projects';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer, inSequence, type FakeAnswer } from '../support/fakeServer';
import { pass as passTime } from '../support/virtualTime';

/** Renders its children 100 ms later. */
function Delayed({ children }: { readonly children: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? children : null;
}

interface Query {
  readonly error: unknown;
  readonly retry: () => void;
}

const useFiles = (): Query => useListing('acme/brains/TC042');

function useDatasets(): Query {
  const { error, refetch } = useListDatasetsQuery('p');
  return { error, retry: () => void refetch() };
}

function useProjects(): Query {
  const { error, refetch } = useListProjectsQuery();
  return { error, retry: () => void refetch() };
}

const QUERIES: Readonly<Record<string, () => Query>> = {
  'GET /manage/files': useFiles,
  'GET /dataset/p': useDatasets,
  'GET /project': useProjects,
};

function Subscriber({ name, useQuery }: { readonly name: string; readonly useQuery: () => Query }) {
  const { error, retry } = useQuery();
  return <button onClick={retry}>{`${name}: ${error === undefined ? 'no error' : 'error'}`}</button>;
}

const pass = (milliseconds: number) => act(() => passTime(milliseconds));

/** Renders two components that use a query, the second one 100 ms after the first one. */
async function renderTwo(route: string, ...answers: readonly FakeAnswer[]) {
  jest.useFakeTimers();
  const server = createFakeServer({ [route]: inSequence(...answers) });
  const useQuery = QUERIES[route] as () => Query;
  render(
    <Provider store={createApiStore(createFakeExtra(server))}>
      <Subscriber name="first" useQuery={useQuery} />
      <Delayed>
        <Subscriber name="second" useQuery={useQuery} />
      </Delayed>
    </Provider>,
  );
  await pass(100);
  await pass(1_000);
  return server;
}

const routes = Object.keys(QUERIES);
const refused = [403, 404, 409].flatMap((status) => routes.map((route) => [route, status] as const));

it.each(refused)('a component that mounts after %s returned %i does not repeat the request', async (route, status) => {
  const server = await renderTwo(route, { status });
  expect(screen.getByRole('button', { name: 'second: error' })).toBeInTheDocument();
  expect(server.story()).toEqual([route]);
  await pass(600_000);
  expect(server.story()).toEqual([route]);
});

it.each(['first', 'second'].flatMap((name) => routes.map((route) => [name, route] as const)))(
  'a retry of the %s component repeats a refused %s once, for both components',
  async (name, route) => {
    const server = await renderTwo(route, { status: 403 }, { json: [] });
    act(() => screen.getByRole('button', { name: `${name}: error` }).click());
    await pass(1_000);
    expect(screen.getByRole('button', { name: 'first: no error' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'second: no error' })).toBeInTheDocument();
    expect(server.story()).toEqual([route, route]);
  },
);

it('a component that mounts after a lost connection repeats the request', async () => {
  const server = await renderTwo('GET /manage/files', 'unreachable', { json: [] });
  expect(screen.getByRole('button', { name: 'second: no error' })).toBeInTheDocument();
  expect(server.calls).toHaveLength(2);
});
