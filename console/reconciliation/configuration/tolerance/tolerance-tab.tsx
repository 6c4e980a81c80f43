import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { readTolerance, updateTolerance } from '#contract/fee-plans.ts'
import { listReconChannels, type ReconChannel } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import styles from '../configuration.module.css'

/** By how much a record of a channel may differ from what was expected, and still be in order. */
export function ToleranceTab(): ReactNode {
  const { t } = useTranslation()
  const channels = useCall(listReconChannels, { query: { environment: environmentOf(useUser()) } })
  return (
    <Section title={t(($) => $.reconConfiguration.toleranceTitle)} end={<WhyNot rule="reconConfiguration" />}>
      <p className={styles['about']}>{t(($) => $.reconConfiguration.toleranceText)}</p>
      {!channels.data ? (
        <Unanswered query={channels} lines={6} />
      ) : channels.data.length === 0 ? (
        <p className={styles['quiet']}>{t(($) => $.reconConfiguration.noChannelsText)}</p>
      ) : (
        <ul className={styles['lines']}>
          {channels.data.map((channel) => (
            <OfChannel key={channel.payment_channel_key} channel={channel} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function OfChannel({ channel }: { channel: ReconChannel }): ReactNode {
  const environment = environmentOf(useUser())
  const query = useCall(readTolerance, {
    query: { environment, payment_channel_key: channel.payment_channel_key },
  })
  return (
    <li>
      {query.data ? (
        <ToleranceForm key={query.data.tolerance} channel={channel} tolerance={query.data.tolerance} />
      ) : (
        <Unanswered query={query} lines={1} />
      )}
    </li>
  )
}

function ToleranceForm({ channel, tolerance }: { channel: ReconChannel; tolerance: number }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const isDenied = useDenied('reconConfiguration') !== null
  const { form, onSubmit, pending, failure } = useCallForm(updateTolerance, {
    initial: { tolerance: String(tolerance) },
    toBody: (values) => ({
      environment,
      payment_channel_key: channel.payment_channel_key,
      tolerance: values.tolerance.trim() === '' ? Number.NaN : Number(values.tolerance.replace(',', '.')),
    }),
    refreshes: [readTolerance],
    onDone: () => undefined,
  })
  return (
    <form noValidate className={styles['inline']} onSubmit={onSubmit}>
      <DecimalInput label={<bdi>{channel.name}</bdi>} disabled={isDenied} {...form.getInputProps('tolerance')} />
      {!isDenied && (
        <Button
          type="submit"
          variant="default"
          loading={pending}
          disabled={!form.isDirty()}
          aria-label={t(($) => $.reconConfiguration.saveOf, { name: channel.name })}
        >
          {t(($) => $.reconConfiguration.save)}
        </Button>
      )}
      {failure && <FormFailure error={failure} />}
    </form>
  )
}
