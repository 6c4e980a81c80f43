import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { Currency } from '#contract/kit/money.ts'
import { simulatePayoutRules } from '#contract/payout-rules.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from '../payouts.module.css'

type PayoutStep = WireOutput<typeof simulatePayoutRules>['steps'][number]

/** Who would have to verify and approve a payout of this amount that the user makes, by the rules in force. */
export function WhoApproves({ currency, amount }: { currency: Currency; amount: number }): ReactNode {
  const { t } = useTranslation()
  const { subUserUuid: me } = useUser()
  const { data } = useCall(simulatePayoutRules, { body: { currency, amount, made_by: [me] } }, { enabled: amount > 0, keepPrevious: true })
  if (!data || data.steps.length === 0) return null
  return (
    <>
      <h3 className={styles['who']}>{t(($) => $.payoutForm.whoApproves)}</h3>
      <ul className={styles['people']}>
        {data.steps.map((step) => (
          <li key={`${step.act} ${step.on} ${step.level}`}>
            <Step step={step} />
          </li>
        ))}
      </ul>
    </>
  )
} // prettier-ignore

function Step({ step }: { step: PayoutStep }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const listed = (names: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'disjunction' }).format(names.map((name) => isolated(name)))
  const able = step.people.filter(({ why }) => why === '' || why === 'not_now').map(({ name }) => name)
  const roles = step.roles.map((role) => wireWord('roles', role))
  return (
    <>
      <strong>{t(($) => $.payoutForm.steps[step.act], { count: step.need })}</strong>
      <br />
      {able.length > 0 ? (
        listed(able)
      ) : (
        <span role="alert">
          {t(($) => $.payoutForm.nobody)} {roles.length > 0 && listed(roles)}
        </span>
      )}
      {step.people
        .filter(({ why }) => why === 'second_factor')
        .map(({ sub_user_id: id, name, why }) => (
          <p key={id} className={styles['hint']}>
            <bdi>{name}</bdi>: {codeWord('payoutWhyNots', why)}
          </p>
        ))}
    </>
  )
}
