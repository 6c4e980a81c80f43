import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { simulatePayoutRules } from '#contract/payout-rules.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { LevelWords } from './rule-words.tsx'
import styles from './settings.module.css'

type Step = WireOutput<typeof simulatePayoutRules>['steps'][number]

/** What has to be given, level by level, by whom, and why others may not. */
export function Steps({ steps }: { steps: readonly Step[] }): ReactNode {
  return (
    <ol className={styles['steps']}>
      {steps.map((step) => (
        <li key={`${step.act} ${step.on} ${step.level}`} data-state={step.state}>
          <StepShown step={step} />
        </li>
      ))}
    </ol>
  )
}

function StepShown({ step }: { step: Step }): ReactNode {
  const { t } = useTranslation()
  const able = step.people.filter(({ why }) => why === '')
  const others = step.people.filter(({ why }) => why !== '' && why !== 'not_now')
  return (
    <>
      <strong>
        {step.act === 'verify'
          ? t(($) => $.payoutRules.verification)
          : t(($) => $.payoutRules.approvalOf, { number: step.level })}
        {': '}
        <LevelWords {...step} />
      </strong>
      {step.act === 'approve' && (
        <small>
          {step.from_amount === null ? (
            t(($) => $.payoutRules.byDefault)
          ) : (
            <>
              {t(($) => $.payoutRules.subjects[step.on])} {t(($) => $.payoutRules.from)}{' '}
              <Amount value={step.from_amount} currency={step.currency} />
            </>
          )}
        </small>
      )}
      {able.length < step.missing && (
        <p className={styles['missing']}>
          <Icon name="warning" /> {t(($) => $.payoutRules.tooFew, { number: step.missing - able.length })}
        </p>
      )}
      {able.length > 0 && (
        <p>
          {t(($) => $.payoutRules.able)} <Names of={able} />
        </p>
      )}
      {others.length > 0 && (
        <ul>
          {others.map(({ sub_user_id: id, name, why }) => (
            <li key={id}>
              <bdi>{name}</bdi>: {why !== '' && codeWord('payoutWhyNots', why)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Names = ({ of }: { of: readonly { sub_user_id: string; name: string }[] }): ReactNode =>
  of.map(({ sub_user_id: id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ))
