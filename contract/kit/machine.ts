/**
 * A state machine. Buttons, handlers and guarded updates read the same table, and a test compares its states with
 * the check constraint of the database.
 */
export interface Machine<State extends string, Action extends string> {
  states: readonly [State, ...State[]]
  actions: Readonly<Record<Action, { from: readonly State[]; to: State }>>
  can(state: State, action: Action): boolean
  isFinal(state: State): boolean
}

export function machine<const State extends string, const Action extends string>(declared: {
  states: readonly [State, ...State[]]
  actions: Record<Action, { from: readonly NoInfer<State>[]; to: NoInfer<State> }>
}): Machine<State, Action> {
  const actions = Object.values(declared.actions) as { from: readonly State[] }[]
  return {
    ...declared,
    can: (state, action) => declared.actions[action].from.includes(state),
    isFinal: (state) => !actions.some(({ from }) => from.includes(state)),
  }
}
