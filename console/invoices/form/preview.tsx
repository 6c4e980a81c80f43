import { useDebouncedValue } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { previewInvoice } from '#contract/invoice-documents.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { PaperSkeleton } from '../document/paper-skeleton.tsx'
import { Paper } from '../document/paper.tsx'
import styles from './invoice-editor.module.css'
import type { InvoiceValues } from './invoice-form.ts'
import { previewBody } from './preview-body.ts'

/** The document of what is typed, drawn by the server's own description of it. */
export function Preview({ values }: { values: InvoiceValues }): ReactNode {
  const { t } = useTranslation()
  const [typed] = useDebouncedValue(values, typingMs)
  const body = previewBody(typed)
  // Half of a field may be no valid request for a moment; then what was drawn before stays.
  const last = useRef<object | null>(null)
  last.current = body ?? last.current
  const drawn = useCall(previewInvoice, { body: last.current ?? {} } as CallInput<typeof previewInvoice>, {
    enabled: last.current !== null,
    keepPrevious: true,
  })
  return (
    <div
      className={styles['preview']}
      role="region"
      tabIndex={0}
      aria-label={t(($) => $.invoiceForm.preview)}
      aria-busy={drawn.isFetching}
    >
      {drawn.data ? (
        <Paper document={drawn.data} />
      ) : (
        <PaperSkeleton>
          {drawn.error ? failureText(drawn.error) : last.current ? '' : t(($) => $.invoiceForm.previewNeeds)}
        </PaperSkeleton>
      )}
    </div>
  )
}

/** The document is asked for when typing pauses. */
const typingMs = 350
