import { ActionIcon, Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { uploadSupportFile, type SupportFile } from '#contract/support.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import styles from './support.module.css'

interface FilesFieldProps {
  files: readonly SupportFile[]
  onChange: (files: readonly SupportFile[]) => void
}
const accept = uploadSupportFile.file.endings.map((ending) => `.${ending}`).join(',')

/** The files of a message; each is uploaded as soon as it is chosen. */
export function FilesField({ files, onChange }: FilesFieldProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { act, pending } = useAction(uploadSupportFile)
  const [fault, setFault] = useState('')
  const take = async (file: File | null) => {
    if (!file) return
    setFault('')
    if (file.size > limits.uploadBytes) return setFault(wireWord('reasons', faults.fileTooLarge.reason))
    const outcome = await act({ file, body: {} })
    if (outcome.ok) return onChange([...files, outcome.answer])
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
  }
  return (
    <div className={`wide ${styles['files']}`} role="group" aria-label={t(($) => $.support.files)}>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.file_id}>
              <Icon name="clip" size={14} /> <bdi>{file.name}</bdi>{' '}
              <span className={styles['quiet']}>{fileSize(file.size_bytes, language)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t(($) => $.support.removeFile, { name: file.name })}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <Icon name="close" size={12} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={styles['attach']}>
        <FileButton onChange={(file) => void take(file)} accept={accept}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="clip" />}
              loading={pending}
              disabled={files.length >= limits.ticketFilesAtOnce}
            >
              {t(($) => $.support.attach)}
            </Button>
          )}
        </FileButton>
        <span className={styles['quiet']}>
          {t(($) => $.support.filesHint, {
            megabytes: limits.uploadBytes / 1024 / 1024,
            files: limits.ticketFilesAtOnce,
          })}
        </span>
      </div>
      <p role="alert" className={styles['fault']}>
        {fault}
      </p>
    </div>
  )
}
