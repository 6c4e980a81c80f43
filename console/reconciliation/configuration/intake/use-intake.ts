import { listReconArrivals, readReconIntake } from '#contract/recon-intake.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'

/** All ways in of a channel, as its section of the screen is given them. */
export type Intake = WireOutput<typeof readReconIntake>
export type Schedule = Intake['schedules'][number]

/** What is read anew after each act. */
export const intakeReads = [readReconIntake, listReconArrivals] as const

/** The path of the calls about a channel, and the environment that they name. */
export function useIntakeOf(channelKey: string) {
  const user = useUser()
  const acting = useActingFor()
  return { path: { id: acting || user.iamportKey, channelKey }, environment: environmentOf(user) }
}
