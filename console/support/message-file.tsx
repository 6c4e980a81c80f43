import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readSupportFile, type SupportFile } from '#contract/support.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import styles from './support.module.css'

/** A file of a message, fetched on demand: an image is shown, a PDF can only be saved. */
export function MessageFile({ file }: { file: SupportFile }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [wanted, setWanted] = useState(false)
  const { data, error, isFetching } = useCall(readSupportFile, { path: { file_id: file.file_id } }, { enabled: wanted })
  return (
    <div className={styles['file']}>
      {data ? (
        <a href={data.data_url} download={data.name}>
          {t(($) => $.support.save)} <bdi>{data.name}</bdi>
        </a>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="clip" size={14} />}
          loading={isFetching}
          onClick={() => setWanted(true)}
        >
          <bdi>{file.name}</bdi>
        </Button>
      )}{' '}
      <span className={styles['quiet']}>{fileSize(file.size_bytes, language)}</span>
      {data?.type === 'image/png' && <img src={data.data_url} alt={data.name} />}
      <p role="alert" className={styles['fault']}>
        {error && failureText(error)}
      </p>
    </div>
  )
}
