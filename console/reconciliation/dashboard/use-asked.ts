import type { Input } from '#contract/kit/call.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { readReconFlow } from '#contract/recon-dashboard.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useReconDays } from '../days.ts'
import { flowTypeOf, narrowings } from './narrowing.ts'

type Asked = Omit<Input<typeof readReconFlow>['body'], 'data_source_a' | 'data_source_b' | 'run_id'>

/** What the dashboard's calls are narrowed to by an address. The end of their dates is exclusive. */
export function useAsked(search: RawSearch, { leg }: Pick<ReconPair, 'leg'>): { asked: Asked; chosenDays: string } {
  const environment = environmentOf(useUser())
  const { chosen, days } = useReconDays(search['days'])
  const chosenOnes = Object.keys(narrowings).flatMap((name) => (search[name] ? [[name, [search[name]]]] : []))
  const asked: Asked = {
    environment,
    ...(days.from && { from: days.from }),
    ...(days.to && { to: dayAfter(days.to, 1) }),
    by: search['by'] === 'settlement' ? 'settlement' : 'transaction',
    ...(leg === 'settlement' && { record_type: flowTypeOf(search) }),
    ...(Object.fromEntries(chosenOnes) as Pick<Asked, keyof typeof narrowings>),
  }
  return { asked, chosenDays: chosen }
}
