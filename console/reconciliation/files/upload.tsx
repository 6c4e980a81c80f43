import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import type { ReconFileType } from '#contract/recon-file-states.ts'
import { uploadReconFileV3 } from '#contract/recon-files.ts'
import { listReconChannels, type ReconChannel } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { DropSheet } from '#console/kit/ui/sheet.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { useChosenFiles } from './use-chosen-files.ts'
import { WaysIn } from './ways-in.tsx'
import { Whose } from './whose.tsx'
import styles from './files.module.css'

/** Where files come in: whose they are, the files with what they were recognised as, and 'Start'. */
export default function UploadReconFiles(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const channels = useCall(listReconChannels, { query: { environment } })
  return (
    <Screen
      name="reconData"
      wide
      actions={
        <ButtonLink to="reconFiles" variant="default">
          {t(($) => $.screens.reconFiles)}
        </ButtonLink>
      }
    >
      {channels.data ? (
        channels.data.some(({ is_set_up: isSetUp }) => isSetUp) ? (
          <Offered rule="reconData">
            <Upload channels={channels.data} />
          </Offered>
        ) : (
          <WaysIn />
        )
      ) : (
        <Unanswered query={channels} lines={8} />
      )}
    </Screen>
  )
}

function Upload({ channels }: { channels: readonly ReconChannel[] }): ReactNode {
  const { t } = useTranslation()
  const { channel: asked = '' } = useScreenSearch('reconData') as RawSearch
  const [fileType, setFileType] = useState<ReconFileType>('recon')
  const [sourceName, setSource] = useState('')
  const ready = channels.filter(({ is_set_up: isSetUp }) => isSetUp)
  const channel = channels.find(({ payment_channel_key: key }) => key === asked) ?? (ready.length === 1 ? ready[0] : undefined)
  const sources = sourcesOf(channel, fileType)
  const source = sources.find(({ data_source }) => data_source === sourceName) ?? sources[0]
  const { files, add, look, remove, start, sending, isFull } = useChosenFiles({
    channel: channel?.payment_channel_key ?? '',
    fileType,
    source: source?.data_source ?? '',
  })
  const waiting = files.filter(({ state }) => state === 'ready')
  return (
    <>
      <Whose
        {...{ channels, channel, fileType, sources, source }}
        disabled={sending}
        onFileType={setFileType}
        onSource={setSource}
      />
      {channel && !source && (
        <p className={styles['hint']}>
          {t(($) => $.reconFiles.notSetUp)}{' '}
          <ButtonLink to="reconConfiguration" variant="default" size="xs" search={{ tab: 'mappings', channel: channel.payment_channel_key } as never}>
            {t(($) => $.reconFiles.setUp)}
          </ButtonLink>
        </p>
      )}
      <DropSheet
        several
        endings={uploadReconFileV3.file.endings}
        pending={false}
        disabled={!source || isFull}
        fault={isFull ? t(($) => $.reconFiles.atOnce, { count: limits.reconFilesAtOnce }) : ''}
        words={{
          drop: t(($) => $.reconFiles.drop),
          choose: t(($) => $.reconFiles.choose),
          nothingYet: channel ? t(($) => $.reconFiles.nothingYet) : t(($) => $.reconFiles.channelFirst),
        }}
        onChoose={add}
      />
      {files.length > 0 && (
        <Section
          title={t(($) => $.reconFiles.chosen, { count: files.length })}
          end={
            waiting.length > 0 && (
              <Button loading={sending} onClick={() => void start()}>
                {t(($) => $.reconFiles.start, { count: waiting.length })}
              </Button>
            )
          }
        >
          <ul className={styles['chosen']}>
            {files.map((file) => (
              <ChosenFile
                key={file.id}
                chosen={file}
                channel={channel?.payment_channel_key ?? ''}
                onLook={() => look(file.id)}
                onRemove={() => remove(file.id)}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
} // prettier-ignore

/** The sources of a channel that a file of the type can bring, its provider's settlements first; our own transactions come by themselves. */
const sourcesOf = (channel: ReconChannel | undefined, fileType: ReconFileType) =>
  (channel?.sources ?? [])
    .filter(
      ({ category }) => category !== 'PAYMENT_GATEWAY' && (fileType === 'transaction') === (category === 'MERCHANT'),
    )
    .toSorted((a, b) => Number(b.category === 'PSP') - Number(a.category === 'PSP'))
