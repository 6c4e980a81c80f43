import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decidePayoutRules, readPayoutRules } from '#contract/payout-rules.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import type { Answer, Version } from './rule-values.ts'
import { RuleWords } from './rule-words.tsx'

interface WaitingProps {
  answer: Answer
  waiting: Version
  onDecided: (answer: Answer) => void
}
/** The change that waits for a second administrator, who accepts or refuses it; its author can only take it back. */
export function Waiting({ answer, waiting, onDecided }: WaitingProps): ReactNode {
  const { t } = useTranslation()
  const isCustodian = useDenied(decidePayoutRules.access) === null
  const { act, pending, error } = useAction(decidePayoutRules, { refreshes: [readPayoutRules] })
  const decide = async (accept: boolean) => {
    const outcome = await act({ body: { version: waiting.version, accept } })
    if (outcome.ok) onDecided(outcome.answer)
  }
  return (
    <Section title={t(($) => $.payoutRules.waiting)}>
      <p>
        {t(($) => $.payoutRules.proposedBy)} <bdi>{waiting.proposed_by}</bdi>
        {waiting.proposed_at && (
          <>
            , <Time at={waiting.proposed_at} zoned />
          </>
        )}
        . {t(($) => (answer.may_decide ? $.payoutRules.decide : $.payoutRules.otherDecides))}
      </p>
      <RuleWords version={waiting} />
      {error && <FormFailure error={error} />}
      {isCustodian && (
        <div className={dialogue['buttons']}>
          <Button variant="default" loading={pending} onClick={() => void decide(false)}>
            {t(($) => (answer.may_decide ? $.payoutRules.refuse : $.payoutRules.withdraw))}
          </Button>
          {answer.may_decide && (
            <Button loading={pending} onClick={() => void decide(true)}>
              {t(($) => $.payoutRules.accept)}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}
