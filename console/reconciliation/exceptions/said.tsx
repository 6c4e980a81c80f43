import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { actOnExceptions, liftReconDecision } from '#contract/recon-exceptions.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Day, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ofExceptions } from './acts.ts'
import type { ReconExceptionDetails } from './details.tsx'
import styles from './exceptions.module.css'

/** Says that it is decided and the next run shows it, or that a second person has to. */
export function Waiting({ of: { waits_for: waits, proposals } }: { of: ReconExceptionDetails }): ReactNode {
  const { t } = useTranslation()
  const [proposal] = proposals
  if (waits === '') return null
  return (
    <p role="status" className={styles['waits']} data-card>
      {waits === 'run' || !proposal ? (
        t(($) => $.reconExceptions.waitsForRun)
      ) : (
        <>
          {t(($) => $.reconExceptions.waitsForApproval, { act: t(($) => $.proposalActs[proposal.act]), person: isolated(proposal.proposed_name) })}{' '}
          <ScreenLink to="reconExceptions" search={{ tab: 'approvals' } as never}>
            {t(($) => $.reconExceptions.toApprovals)}
          </ScreenLink>
        </>
      )}
    </p>
  )
} // prettier-ignore

/** What people have decided of a record, each of which can be taken back. */
export function Decisions({ of: { decisions } }: { of: ReconExceptionDetails }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending } = useAction(liftReconDecision, { refreshes: ofExceptions })
  if (decisions.length === 0) return null
  return (
    <Section title={t(($) => $.reconExceptions.decisions)}>
      <ul className={styles['said']}>
        {decisions.map((one) => (
          <li key={one.decision_id} data-lifted={one.lifted_at !== null || undefined}>
            <p>
              <strong>{t(($) => $.decisionActs[one.act])}</strong> {one.until_day && <Day of={one.until_day} />}
            </p>
            {one.reason && <p><bdi>{one.reason}</bdi></p>}
            <p className={styles['hint']}>
              <bdi>{one.decided_by}</bdi>
              {one.approved_by && <> · {t(($) => $.reconExceptions.approvedBy)} <bdi>{one.approved_by}</bdi></>} · <Time at={one.decided_at} zoned />
              {one.lifted_at && <> · {t(($) => $.reconExceptions.liftedBy)} <bdi>{one.lifted_by}</bdi> · <Time at={one.lifted_at} zoned /></>}
            </p>
            {one.lifted_at === null && (
              <Button
                size="xs"
                variant="default"
                loading={pending}
                onClick={() => void act({ path: { decision_id: one.decision_id }, body: { environment } })}
              >
                {t(($) => $.reconExceptions.lift)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
} // prettier-ignore

/** What its provider was asked by mail, and whether that was delivered. */
export function Questions({ of: { questions } }: { of: ReconExceptionDetails }): ReactNode {
  const { t } = useTranslation()
  if (questions.length === 0) return null
  return (
    <Section title={t(($) => $.reconExceptions.questions)}>
      <ul className={styles['said']}>
        {questions.map(({ sent_to: to, asked_at: at, state }) => (
          <li key={`${at} ${to}`}>
            <LeftToRight>{to}</LeftToRight>
            <p className={styles['hint']}>
              {wireWord('messageStates', state)} · <Time at={at} zoned />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What people have written beside it, the newest last, and room for more. */
export function Comments({ of: { record, comments } }: { of: ReconExceptionDetails }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { form, onSubmit, pending, failure } = useCallForm(actOnExceptions, {
    initial: { reason: '' },
    toBody: ({ reason }) => ({ environment, act: 'comment', record_refs: [record.record_ref], reason }),
    check: ({ reason }) => (reason.trim() === '' ? [{ path: 'reason', reason: 'required', text: '' }] : []),
    quiet: true,
    refreshes: ofExceptions,
    onDone: () => form.reset(),
  })
  return (
    <Section title={t(($) => $.reconExceptions.comments)}>
      <ul className={styles['said']}>
        {comments.map(({ text, written_by: by, at }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- comments are only added
          <li key={place}>
            <p><bdi>{text}</bdi></p>
            <p className={styles['hint']}><bdi>{by}</bdi> · <Time at={at} zoned /></p>
          </li>
        ))}
      </ul>
      <form noValidate className={styles['write']} onSubmit={onSubmit}>
        <Textarea label={t(($) => $.reconExceptions.comment)} dir="auto" autosize minRows={1} maxLength={500} {...form.getInputProps('reason')} />
        <Button type="submit" variant="default" loading={pending}>
          {t(($) => $.exceptionActs.comment)}
        </Button>
        {failure && <FormFailure error={failure} />}
      </form>
    </Section>
  )
} // prettier-ignore
