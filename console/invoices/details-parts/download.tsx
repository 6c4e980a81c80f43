import { Button, Menu, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { electronicForms, readInvoicePdf, readInvoiceXml } from '#contract/invoice-documents.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { Missings } from '../missings.tsx'

/** The document as a PDF or an electronic invoice; where something is missing for that, what it is. */
export function Download({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const [missing, setMissing] = useState(false)
  const pdf = useAction(readInvoicePdf)
  const xml = useAction(readInvoiceXml)
  const { invoice_ref: ref, electronic_gaps: gaps, invoice_number: number } = invoice
  const savePdf = async () => {
    const outcome = await pdf.act({ path: { ref }, query: {} })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  const saveXml = async (form: (typeof electronicForms)[number]) => {
    if (gaps.length > 0) return setMissing(true)
    const outcome = await xml.act({ path: { ref, form }, query: {} })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            rightSection={<Icon name="down" size={12} />}
            loading={pdf.pending || xml.pending}
          >
            {t(($) => $.invoices.download)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void savePdf()}>{t(($) => $.invoices.files.pdf)}</Menu.Item>
          {number !== '' &&
            electronicForms.map((form) => (
              <Menu.Item key={form} onClick={() => void saveXml(form)}>
                {t(($) => $.invoices.files[form])}
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => window.print()}>{t(($) => $.invoices.files.print)}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {missing && <Gaps invoice={invoice} onClose={() => setMissing(false)} />}
    </>
  )
}

function Gaps({ invoice, onClose }: { invoice: Invoice; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.invoices.electronic)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <Missings invoice={invoice} of="electronic" />
    </Modal>
  )
}
