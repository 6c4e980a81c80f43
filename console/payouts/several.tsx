import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ActDialogue } from './acts/act-dialogue.tsx'
import { Sums } from './acts/listed.tsx'
import { actRules, actsOn, payoutActs, type PayoutAct } from './acts-on.ts'
import { useNeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import styles from './payouts.module.css'

/** What the chosen payouts come to, and the acts on those of them whose state allows it. */
export function Several({ payouts, onDone }: { payouts: readonly PayoutRow[]; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { cursor: _, ...search } = useScreenSearch('managePayouts') as RawSearch
  const [asked, setAsked] = useState<PayoutAct | null>(null)
  const offered = useOffered()
  const possible = (act: PayoutAct) => payouts.filter((payout) => actsOn(payout).includes(act))
  const done = () => {
    setAsked(null)
    onDone()
    // The list is shown from its beginning, ten rows a page.
    void go({ to: 'managePayouts', search: { ...search, size: '10' }, replace: true })
  }
  return (
    <>
      <span className={styles['sums']}>
        <Sums payouts={payouts} />
      </span>
      {offered.map((act) => {
        const count = possible(act).length
        return (
          <Button
            key={act}
            size="xs"
            variant="default"
            disabled={count === 0}
            data-act={act}
            onClick={() => setAsked(act)}
          >
            {t(($) => $.payouts.severalActs[act], { count })}
          </Button>
        )
      })}
      {asked && <ActDialogue act={asked} payouts={possible(asked)} onDone={done} onClose={() => setAsked(null)} />}
    </>
  )
}

/** The acts that the user's roles allow; none without a second factor, which each of them needs. */
function useOffered(): readonly PayoutAct[] {
  const needsFactor = useNeedsFactor()
  const denied = {
    payoutMakers: useDenied('payoutMakers'),
    payoutCheckers: useDenied('payoutCheckers'),
    payoutApprovers: useDenied('payoutApprovers'),
  }
  if (needsFactor) return []
  return payoutActs.filter((act) => actRules[act].some((rule) => denied[rule] === null))
}
