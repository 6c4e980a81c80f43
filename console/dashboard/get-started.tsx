import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { dismissGetStarted, readGetStarted, type FirstStep } from '#contract/get-started.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { changeTo } from '#console/kit/shell/environment-menu.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './get-started.module.css'

export type Started = WireOutput<typeof readGetStarted>

/** What the merchant still has to do. */
export const useStarted = (): Started | undefined => useCall(readGetStarted, { query: {} }).data

/** The same, read every few seconds: links are paid elsewhere. */
export const useFreshStarted = (known: Started): Started =>
  useCall(readGetStarted, { query: {} }, { everyMs: 5_000 }).data ?? known

/** Whether there is a step left that nobody has put away. */
export const isGuided = ({ steps, is_dismissed }: Started): boolean =>
  !is_dismissed && steps.some(({ is_done }) => !is_done)

/** The guide from the first test link to the first live payment. Each step leads to where it is done. */
export function GetStarted({ started: known }: { started: Started }): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const started = useFreshStarted(known)
  const { act, pending } = useAction(dismissGetStarted, { refreshes: [readGetStarted] })
  const mayDismiss = useDenied(dismissGetStarted.access) === null
  const { steps } = started
  const next = steps.find(({ is_done }) => !is_done)?.step
  return (
    <section className={styles['card']} data-card aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{t(($) => $.getStarted.title)}</h2>
        <span className={styles['progress']}>
          {t(($) => $.getStarted.progress, {
            done: steps.filter(({ is_done }) => is_done).length,
            all: steps.length,
          })}
        </span>
        {mayDismiss && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={pending}
            onClick={() => void act({ body: {} })}
          >
            {t(($) => $.getStarted.dismiss)}
          </Button>
        )}
      </div>
      <ol className={styles['steps']}>
        {steps.map(({ step, is_done }) => (
          <li key={step} className={styles['step']} data-done={is_done || undefined}>
            <span className={styles['mark']}>{is_done && <Icon name="check" size={12} />}</span>
            <div>
              <h3>
                {t(($) => $.getStarted.steps[step].title)}
                {is_done && <span className="visually-hidden"> ({t(($) => $.getStarted.done)})</span>}
              </h3>
              <Hint step={step} isDone={is_done} kyc={started.kyc_status} />
            </div>
            {!is_done && <Act step={step} started={started} isNext={step === next} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the step is for; of a verification that was handed in, how it stands. */
function Hint({ step, isDone, kyc }: { step: FirstStep; isDone: boolean; kyc: Started['kyc_status'] }): ReactNode {
  const { t } = useTranslation()
  if (step === 'kyc' && kyc !== 'PENDING' && kyc !== 'APPROVED') return <p>{t(($) => $.getStarted.kyc[kyc])}</p>
  return isDone ? null : <p>{t(($) => $.getStarted.steps[step].text)}</p>
}

/** The button to where a step is done; a step in the other mode offers to switch first. */
function Act({ step, started, isNext }: { step: FirstStep; started: Started; isNext: boolean }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const mayAdminister = allowed('administration', accessOf(user))
  const look = { size: 'xs', variant: isNext ? 'filled' : 'default' } as const
  const text = t(($) => $.getStarted.steps[step].act)
  if (step === 'test_link' || step === 'test_payment') {
    if (user.is_live_mode)
      return (
        <Button {...look} onClick={() => void changeTo('sandbox')}>
          {t(($) => $.getStarted.toTestMode)}
        </Button>
      )
    if (step === 'test_payment')
      return started.unpaid_link ? (
        <Button {...look} component="a" href={started.unpaid_link} target="_blank" rel="noreferrer">
          {text}
        </Button>
      ) : null
  }
  if (step === 'test_link' || (step === 'live' && user.is_live_mode))
    return (
      <ButtonLink {...look} to="createPaymentLink" search={{}}>
        {text}
      </ButtonLink>
    )
  if (step === 'live')
    return user.onboarding_completed ? (
      <Button {...look} onClick={() => void changeTo('live')}>
        {t(($) => $.shell.switchToLive)}
      </Button>
    ) : null
  const mayConnect = step === 'channel' && allowed('paymentChannels', accessOf(user))
  if (mayConnect)
    return (
      <ButtonLink {...look} to="paymentChannels" search={{}}>
        {text}
      </ButtonLink>
    )
  if (step === 'channel' || started.kyc_status === 'REJECTED')
    return (
      <ButtonLink {...look} to="support" search={{}}>
        {t(($) => $.getStarted.contact)}
      </ButtonLink>
    )
  return mayAdminister ? (
    <ButtonLink {...look} to="generalSettings" search={{}}>
      {text}
    </ButtonLink>
  ) : (
    <p className={styles['others']}>{t(($) => $.getStarted.byAdministrator)}</p>
  )
}
