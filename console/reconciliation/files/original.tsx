import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadReconFile, type ReconFile } from '#contract/recon-files.ts'
import { useDownload } from '#console/kit/api/use-download.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './files.module.css'

/** The file as it came. Who may not open transactions does not get it, as it holds what the mapping does not read. */
export function Original({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const query = { environment: environmentOf(useUser()) }
  const path = { recon_id: file.recon_id }
  const { save, pending } = useDownload(downloadReconFile, { path, query, saved: t(($) => $.exports.saved) })
  return (
    <Section title={t(($) => $.reconFiles.tabs.original)}>
      <Facts
        facts={[
          [t(($) => $.columns.original_file_name), <bdi key="name">{file.original_file_name}</bdi>],
          [t(($) => $.columns.size_bytes), <LeftToRight key="size">{fileSize(file.size_bytes, language)}</LeftToRight>],
          [t(($) => $.reconFiles.titles), <bdi key="titles">{file.titles.join(' · ')}</bdi>],
        ]}
      />
      {file.has_original ? (
        <Offered rule="reconOriginals">
          <Button variant="default" leftSection={<Icon name="download" />} loading={pending} onClick={() => void save()}>
            {t(($) => $.reconFiles.download)}
          </Button>
        </Offered>
      ) : (
        <p className={styles['hint']}>{t(($) => $.reconFiles.originalGone)}</p>
      )}
      <p className={styles['hint']}>{t(($) => $.reconFiles.downloadAudited)}</p>
    </Section>
  )
} // prettier-ignore
