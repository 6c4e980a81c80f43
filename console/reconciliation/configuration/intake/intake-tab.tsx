import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconIntake } from '#contract/recon-intake.ts'
import { listReconChannels, type ReconChannel } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Arrivals } from './arrivals.tsx'
import { Mail } from './mail.tsx'
import { Schedules } from './schedules.tsx'
import { Sftp } from './sftp.tsx'
import { useIntakeOf } from './use-intake.ts'
import styles from './intake.module.css'

/** How files of a channel come in by themselves: SFTP, mail, when they are looked for, and what came. */
export function IntakeTab(): ReactNode {
  const { t } = useTranslation()
  const channels = useCall(listReconChannels, { query: { environment: environmentOf(useUser()) } })
  if (!channels.data) return <Unanswered query={channels} lines={10} />
  if (channels.data.length === 0)
    return (
      <Empty title={t(($) => $.reconIntake.noChannelTitle)} text={t(($) => $.reconIntake.noChannelText)}>
        <ButtonLink to="paymentChannels">{t(($) => $.screens.paymentChannels)}</ButtonLink>
      </Empty>
    )
  return <OfChannels channels={channels.data} />
}

function OfChannels({ channels }: { channels: readonly ReconChannel[] }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { channel: asked = '' } = useScreenSearch('reconConfiguration') as RawSearch
  const open =
    channels.find(({ payment_channel_key: key }) => key === asked) ??
    channels.find(({ is_set_up: isSetUp }) => isSetUp) ??
    channels[0]
  const key = open?.payment_channel_key ?? ''
  return (
    <div className={styles['tab']}>
      <Select
        className={styles['channel'] ?? ''}
        label={t(($) => $.columns.channel)}
        data={channels.map(({ payment_channel_key: value, name: label }) => ({ value, label }))}
        value={key}
        onChange={(channel) =>
          channel && void go({ to: 'reconConfiguration', search: { tab: 'intake', channel }, replace: true })
        }
        searchable
        allowDeselect={false}
        nothingFoundMessage={t(($) => $.list.noMatchTitle)}
      />
      <OfChannel key={key} channelKey={key} />
    </div>
  )
}

function OfChannel({ channelKey }: { channelKey: string }): ReactNode {
  const { path, environment } = useIntakeOf(channelKey)
  const intake = useCall(readReconIntake, { path, query: { environment } })
  if (!intake.data) return <Unanswered query={intake} lines={12} />
  return (
    <>
      <Sftp intake={intake.data} />
      <Mail intake={intake.data} />
      <Schedules intake={intake.data} />
      <Arrivals channelKey={channelKey} />
    </>
  )
}
