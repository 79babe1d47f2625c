import type { SagaOf } from '@data-manager/lib/typedEffects';

/**
 * What the user of this tab has requested, until it is in the list.
 *
 * Problem: a request can have a hundred thousand files, which are too many for a message or an action.
 * Idea: the tab of the user keeps the plan, and the command has only its id. A tab that is not the driver stores the plan before it
 * posts the command, where the driver finds it.
 * Cost: a plan whose tab closes between the two is stored, but not carried out.
 */
export class Plans<Plan> {
  readonly #plans = new Map<string, Plan>();
  readonly #store: (plan: Plan) => SagaOf<unknown>;
  readonly #read: (id: string) => SagaOf<Plan | undefined>;

  constructor(store: (plan: Plan) => SagaOf<unknown>, read: (id: string) => SagaOf<Plan | undefined>) {
    this.#store = store;
    this.#read = read;
  }

  add(id: string, plan: Plan): void {
    this.#plans.set(id, plan);
  }

  /** Stores a plan for the driver. */
  *handOver(id: string): SagaOf<void> {
    const plan = this.#plans.get(id);
    if (plan === undefined) return;
    yield* this.#store(plan);
    this.#plans.delete(id);
  }

  /** Returns a plan once. One that is gone belonged to an item that was removed: the command was repeated. */
  *take(id: string): SagaOf<Plan | undefined> {
    const plan = this.#plans.get(id) ?? (yield* this.#read(id));
    this.#plans.delete(id);
    return plan;
  }
}
