import { probesOf } from '../probes.ts'
import type { Deployment } from './deployment.ts'

/** Those of whom a kill must lose nothing. */
export const victims = ['worker', 'PostgreSQL'] as const
export type Victim = (typeof victims)[number]

/** Each of both in each stage; the short form tries two of these, others for each commit. */
export const killsIn = <S extends string>(what: string, stages: readonly S[]): readonly (readonly [Victim, S])[] =>
  probesOf(
    `kills of ${what}`,
    victims.flatMap((victim) => stages.map((stage) => [victim, stage] as const)),
    2,
  )

/** Kills one, and starts it again. */
export async function kill(deployment: Deployment, victim: Victim): Promise<void> {
  if (victim === 'PostgreSQL') return deployment.killPostgres()
  await deployment.worker.kill()
  await deployment.worker.start()
}
