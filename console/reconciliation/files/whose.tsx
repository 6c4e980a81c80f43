import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reconFileTypes, type ReconFileType } from '#contract/recon-file-states.ts'
import type { ReconChannel } from '#contract/recon-sources.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import styles from './files.module.css'

type Source = ReconChannel['sources'][number]
interface WhoseProps {
  channels: readonly ReconChannel[]
  channel: ReconChannel | undefined
  fileType: ReconFileType
  /** Those of the channel that a file of the type can bring. */
  sources: readonly Source[]
  source: Source | undefined
  disabled: boolean
  onFileType: (fileType: ReconFileType) => void
  onSource: (name: string) => void
}

/** Whose the files are: the channel, what they hold, and the source where several are possible. */
export function Whose({
  channels,
  channel,
  fileType,
  sources,
  source,
  disabled,
  onFileType,
  onSource,
}: WhoseProps): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <div className={styles['whose']}>
      <Select
        label={t(($) => $.reconFiles.channel)}
        description={t(($) => $.reconFiles.channelHint)}
        placeholder={t(($) => $.reconFiles.chooseChannel)}
        data={channels.map((one) => ({ value: one.payment_channel_key, label: one.name }))}
        value={channel?.payment_channel_key ?? null}
        onChange={(key) => key && void go({ to: 'reconData', search: { channel: key }, replace: true })}
        searchable
        required
        disabled={disabled}
      />
      <Select
        label={t(($) => $.reconFiles.fileType)}
        description={t(($) => $.reconFiles.fileTypeHint)}
        data={reconFileTypes.toReversed().map((type) => ({ value: type, label: codeWord('reconFileTypes', type) }))}
        value={fileType}
        onChange={(type) => type && onFileType(type as ReconFileType)}
        allowDeselect={false}
        disabled={disabled}
      />
      {sources.length > 1 && (
        <Select
          label={t(($) => $.columns.data_source)}
          data={sources.map(({ data_source }) => data_source)}
          value={source?.data_source ?? null}
          onChange={(name) => onSource(name ?? '')}
          allowDeselect={false}
          disabled={disabled}
        />
      )}
    </div>
  )
}
