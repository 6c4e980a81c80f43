import { useTranslation } from 'react-i18next'
import type { ChargeRow } from '#contract/subscription-parts.ts'
import { codeWord } from '#console/kit/i18n/words.ts'

/** What a charge is called: 'Period 3', 'Deduction'. */
export function useChargeName(): (charge: Pick<ChargeRow, 'kind' | 'n'>) => string {
  const { t } = useTranslation()
  return ({ kind, n }) => {
    const name = codeWord('chargeKinds', kind)
    return n === null ? name : t(($) => $.charges.numbered, { name, number: n + 1 })
  }
}
