import type { SagaOf } from '@data-manager/lib/typedEffects';

interface PlanSource<Request, Plan> {
  /** Plans a request. Returns undefined if it is refused. */
  readonly plan: (request: Request) => SagaOf<Plan | undefined>;
  readonly idOf: (plan: Plan) => string;
  readonly store: (plan: Plan) => SagaOf<unknown>;
  readonly read: (id: string) => SagaOf<Plan | undefined>;
}

/**
 * What the user of this tab has requested, until it is in the list.
 *
 * Problem: a request can have a hundred thousand files, which are too many for a message or an action.
 * Idea: the tab of the user keeps the plan, and the command has only its id. A tab that is not the driver stores the plan before it
 * posts the command, where the driver finds it. No tab lists a stored plan before the driver has queued it.
 * Cost: a plan whose tab closes between the two waits for the next driver, which carries it out.
 */
export class Plans<Request, Plan> {
  readonly #source: PlanSource<Request, Plan>;
  readonly #plans = new Map<string, Plan>();

  constructor(source: PlanSource<Request, Plan>) {
    this.#source = source;
  }

  /** Keeps a plan that a tab has stored, but no driver has queued. */
  add(plan: Plan): void {
    this.#plans.set(this.#source.idOf(plan), plan);
  }

  /** Returns the ids of the plans that are not in the list. */
  ids(): readonly string[] {
    return [...this.#plans.keys()];
  }

  /** Returns the command with the id of its plan. */
  *prepare<Type extends string>({ type, payload }: { readonly type: Type; readonly payload: Request }) {
    const plan = yield* this.#source.plan(payload);
    if (plan === undefined) return undefined;
    this.add(plan);
    return { type, payload: { id: this.#source.idOf(plan) } };
  }

  /** Stores a plan for the driver. */
  *handOver(id: string): SagaOf<void> {
    const plan = this.#plans.get(id);
    if (plan === undefined) return;
    yield* this.#source.store(plan);
    this.#plans.delete(id);
  }

  /** Returns a plan once. One that is gone was queued before: the command is repeated. */
  *take(id: string): SagaOf<Plan | undefined> {
    const plan = this.#plans.get(id) ?? (yield* this.#source.read(id));
    this.#plans.delete(id);
    return plan;
  }
}
