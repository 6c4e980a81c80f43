import type { Change, Scope } from './db.ts'

/** What a transaction sends last, and the scopes that it has been in. */
export class LastChanges {
  readonly #been: Scope[]
  readonly #lasts: { change: Change; scope: Scope }[] = []

  constructor(opened: Scope) {
    this.#been = [opened]
  }

  enter(scope: Scope): void {
    this.#been.push(scope)
  }
  last(change: Change, scope: Scope): void {
    this.#lasts.push({ change, scope })
  }

  /**
   * In an order that is the same everywhere, each with the scope to go back to before it, where it is of another: one
   * that the transaction has been in, and no other, so that the wall stands for these changes too.
   */
  *inOrder(): Generator<{ change: Change; before: Scope | undefined }> {
    for (const { change, scope } of this.#lasts.toSorted(byPlace)) {
      const isThere = holds(this.#been.at(-1) as Scope, scope)
      yield { change, before: isThere ? undefined : this.#been.find((one) => holds(one, scope)) }
    }
  }
}

const byPlace = (a: { scope: Scope }, b: { scope: Scope }) => placeOf(a.scope).localeCompare(placeOf(b.scope), 'en')
const placeOf = ({ merchantIds, environment }: Scope) => `${merchantIds.join()} ${environment}`
const holds = (entered: Scope, scope: Scope) =>
  entered.environment === scope.environment && scope.merchantIds.every((id) => entered.merchantIds.includes(id))
