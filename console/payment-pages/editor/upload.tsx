import { Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { uploadPageLogo, uploadPagePicture } from '#contract/payment-pages.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './editor.module.css'

interface UploadProps {
  label: string
  onDrawn: (path: string) => void
}

/** Uploads a picture, which is drawn anew, and gives its path; what is wrong with one stands below the button. */
export function UploadPicture({ label, onDrawn }: UploadProps): ReactNode {
  const { act, pending } = useAction(uploadPagePicture, {})
  const upload = async (file: File) => {
    const outcome = await act({ file, body: {} })
    return outcome.ok ? outcome.answer.picture : outcome.error
  }
  return <Upload {...{ label, onDrawn, pending, upload }} />
}

/** The same for the page's logo: square, and smaller. */
export function UploadLogo({ label, onDrawn }: UploadProps): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(uploadPageLogo, {})
  const upload = async (file: File) => {
    if (file.size > limits.logoBytes) return t(($) => $.pageEditor.logoTooLarge)
    const outcome = await act({ file, body: {} })
    return outcome.ok ? outcome.answer.logo : outcome.error
  }
  return <Upload {...{ label, onDrawn, pending, upload }} />
}

type Refused = Parameters<typeof failureText>[0] & { errors: readonly Parameters<typeof fieldText>[0][] }
interface Uploading extends UploadProps {
  pending: boolean
  /** The path of the picture, or why there is none. */
  upload: (file: File) => Promise<string | Refused>
}
const accept = uploadPagePicture.file.endings.map((ending) => `.${ending}`).join(',')

function Upload({ label, onDrawn, pending, upload }: Uploading): ReactNode {
  const [fault, setFault] = useState('')
  const take = async (file: File | null) => {
    if (!file) return
    setFault('')
    const outcome = await upload(file)
    if (typeof outcome === 'string') {
      if (outcome.startsWith('/')) onDrawn(outcome)
      else setFault(outcome)
      return
    }
    const [error] = outcome.errors
    setFault(error ? fieldText(error) : failureText(outcome))
  }
  return (
    <>
      <FileButton onChange={(file) => void take(file)} accept={accept}>
        {(props) => (
          <Button {...props} size="xs" variant="default" leftSection={<Icon name="upload" />} loading={pending}>
            {label}
          </Button>
        )}
      </FileButton>
      {fault && (
        <p role="alert" className={styles['fault']}>
          {fault}
        </p>
      )}
    </>
  )
}
