import { mannerOf, type Scenario } from './cards.ts'

/**
 * What becomes of a mandate, one charge after another. Charges are counted from the payment that came with the set-up, whatever
 * their outcome; a mandate without one has its first charge later.
 */
interface Course {
  /** The scenarios of charges by their number, the first being 1. */
  charges?: Readonly<Record<number, Scenario>>
  /** The scenario of each charge that its holder is not at. */
  offSession?: Scenario
  /** `replaced`: the bank replaces the card after the first charge without its holder. `expires`: its card is good to the end of next month. */
  fate?: 'replaced' | 'expires'
}

const courses: Partial<Record<Scenario, Course>> = {
  second_charge_lacks_funds: { charges: { 2: 'insufficient_funds' } },
  lacks_funds_off_session: { offSession: 'insufficient_funds' },
  third_charge_stolen: { charges: { 3: 'stolen_card' } },
  asks_off_session: { offSession: 'authentication_required' },
  replaced: { fate: 'replaced' },
  expires_next_month: { fate: 'expires' },
  no_answer_off_session: { offSession: 'no_answer' },
  error_after_effect_off_session: { offSession: 'error_after_effect' },
  error_before_effect_off_session: { offSession: 'error_before_effect' },
  callbacks_thrice_off_session: { offSession: 'callbacks_thrice' },
  callbacks_late_off_session: { offSession: 'callbacks_late' },
  callbacks_reversed_off_session: { offSession: 'callbacks_reversed' },
  debits_returned: { offSession: 'debit_returned' },
}

export const fateOf = (scenario: Scenario): Course['fate'] => courses[scenario]?.fate

/** The scenario of a charge by a mandate of this scenario. A bank that asks at the set-up is content without its holder afterwards. */
export function scenarioOfCharge(
  scenario: Scenario,
  { number, offSession }: { number: number; offSession: boolean },
): Scenario {
  const { charges, offSession: alone } = courses[scenario] ?? {}
  const counted = charges?.[number]
  if (counted) return counted
  if (!offSession) return scenario
  return alone ?? (mannerOf(scenario).authentication ? 'success' : scenario)
}
