/** What is still to happen in a past that is made up: acts, each at its moment, in the order of time. */
export class Agenda<Ctx> {
  readonly #entries: { at: Date; act: (ctx: Ctx) => Promise<void> }[] = []

  /** Adds an act, after those of the same moment. */
  add(at: Date, act: (ctx: Ctx) => Promise<void>): void {
    const before = this.#entries.findLastIndex((entry) => entry.at <= at)
    this.#entries.splice(before + 1, 0, { at, act })
  }

  /** Runs the acts up to a moment, with those that they add meanwhile. What is later does not happen. */
  async run(until: Date, ctxAt: (at: Date) => Ctx): Promise<void> {
    for (;;) {
      const [first] = this.#entries
      if (!first || first.at > until) return
      this.#entries.shift()
      await first.act(ctxAt(first.at))
    }
  }
}
