import { machineLocale } from '#i18n/languages.ts'
import type { Change, Scope } from './db.ts'

/** The changes that a transaction sends just before its commit, and the scopes that it has had. */
export class LastChanges {
  readonly #been: Scope[]
  readonly #lasts: { changes: readonly Change[]; scope: Scope }[] = []

  constructor(opened: Scope) {
    this.#been = [opened]
  }

  enter(scope: Scope): void {
    this.#been.push(scope)
  }
  last(changes: readonly Change[], scope: Scope): void {
    this.#lasts.push({ changes, scope })
  }

  /**
   * The changes in an order that is the same in every process. Each comes with the scope to set before it, where that
   * differs: only a scope that the transaction has had, so row-level security covers these changes too.
   */
  *inOrder(): Generator<{ changes: readonly Change[]; before: Scope | undefined }> {
    for (const { changes, scope } of this.#lasts.toSorted(byPlace)) {
      const isThere = holds(this.#been.at(-1) as Scope, scope)
      yield { changes, before: isThere ? undefined : this.#been.find((one) => holds(one, scope)) }
    }
  }
}

const byPlace = (a: { scope: Scope }, b: { scope: Scope }) =>
  placeOf(a.scope).localeCompare(placeOf(b.scope), machineLocale)
const placeOf = ({ merchantIds, environment }: Scope) => `${merchantIds.join()} ${environment}`
const holds = (entered: Scope, scope: Scope) =>
  entered.environment === scope.environment && scope.merchantIds.every((id) => entered.merchantIds.includes(id))
