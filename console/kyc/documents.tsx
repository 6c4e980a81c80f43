import { Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { kycDocumentKinds, removeKycDocument, type Kyc, type KycDocumentKind } from '#contract/kyc.ts'
import { limits } from '#contract/limits.ts'
import { CallError } from '#console/kit/api/send-call.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import styles from './kyc.module.css'
import { uploadDocument } from './upload.ts'

interface DocumentsProps {
  token: string
  kyc: Kyc
  onChange: (next?: Kyc) => void
}

/** The required documents with the uploaded files and their review. */
export function Documents(props: DocumentsProps): ReactNode {
  const { t } = useTranslation()
  return (
    <section>
      <h2 className={styles['heading']}>{t(($) => $.kyc.documents)}</h2>
      <p className={styles['hint']}>{t(($) => $.kyc.documentsHint, { megabytes: limits.uploadBytes / 1024 / 1024 })}</p>
      <ul className={styles['documents']}>
        {(Object.keys(kycDocumentKinds) as KycDocumentKind[]).map((kind) => (
          <li key={kind}>
            <OneKind kind={kind} {...props} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OneKind({ kind, token, kyc, onChange }: DocumentsProps & { kind: KycDocumentKind }): ReactNode {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState('')
  const remove = useAction(removeKycDocument)
  const title = wireWord('kycFields', kind)
  const take = async (file: File | null) => {
    if (!file) return
    if (file.size > limits.uploadBytes) return setFault(wireWord('reasons', 'FILE_TOO_LARGE'))
    setFault('')
    setSending(true)
    try {
      await uploadDocument(token, kind, file)
      onChange()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(failureText(error))
    } finally {
      setSending(false)
    }
  }
  const takeAway = async (id: string) => {
    const outcome = await remove.act({ body: { kyc_token: token, kyc_document: id } })
    if (outcome.ok) onChange(outcome.answer)
    else setFault(failureText(outcome.error))
  }
  return (
    <>
      <div className={styles['head']}>
        <h3>{title}</h3>
        {!kycDocumentKinds[kind].required && <span className={styles['hint']}>{t(($) => $.kyc.optional)}</span>}
        <FileButton onChange={(file) => void take(file)} accept=".pdf,.png,.jpg,.jpeg">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" />}
              loading={sending}
              aria-label={t(($) => $.kyc.uploadOf, { what: title })}
            >
              {t(($) => $.kyc.upload)}
            </Button>
          )}
        </FileButton>
      </div>
      <ul className={styles['files']}>
        {kyc.documents
          .filter((one) => one.kind === kind)
          .map((one) => (
            <li key={one.document_id}>
              <bdi>{one.name}</bdi>
              <Status of="kycDocument" state={one.state} />
              {one.reason && <bdi className={styles['reason']}>{one.reason}</bdi>}
              {one.state !== 'accepted' && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t(($) => $.kyc.removeOf, { what: one.name })}
                  onClick={() => void takeAway(one.document_id)}
                >
                  {t(($) => $.kyc.remove)}
                </Button>
              )}
            </li>
          ))}
      </ul>
      <p role="alert" className={styles['fault']}>
        {fault}
      </p>
    </>
  )
}
