import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteInvoiceTemplate, listInvoiceTemplates, type InvoiceTemplate } from '#contract/invoice-templates.ts'
import { limits } from '#contract/limits.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink, useGo } from '#console/kit/routing/screen-link.tsx'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { ofTemplates } from './calls.ts'
import styles from './template-picker.module.css'

/** The templates: one begins an invoice, or is changed, copied or deleted. */
export default function TemplatePicker({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  useReturnFocus()
  const templates = useCall(listInvoiceTemplates, { query: {} })
  const [deleting, setDeleting] = useState<InvoiceTemplate | null>(null)
  const full = (templates.data?.length ?? 0) >= limits.invoiceTemplates
  const create = (
    <Button
      variant="default"
      leftSection={<Icon name="plus" />}
      disabled={full}
      onClick={() => void go({ to: 'invoiceTemplate', search: {} })}
    >
      {t(($) => $.invoices.newTemplate)}
    </Button>
  )
  if (deleting) return <Delete template={deleting} onClose={() => setDeleting(null)} />
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(($) => $.invoices.templates)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        {!templates.data ? (
          <Unanswered query={templates} lines={4} />
        ) : templates.data.length === 0 ? (
          <Empty title={t(($) => $.invoices.noTemplatesTitle)} text={t(($) => $.invoices.noTemplatesText)}>
            {create}
          </Empty>
        ) : (
          <>
            <ul className={styles['templates']}>
              {templates.data.map((template) => (
                <Row key={template.template_ref} template={template} full={full} onDelete={() => setDeleting(template)} />
              ))}
            </ul>
            <div className={dialogue['buttons']}>{create}</div>
          </>
        )}
      </div>
    </Modal>
  )
} // prettier-ignore

interface RowProps {
  template: InvoiceTemplate
  /** There may be no further template. */
  full: boolean
  onDelete: () => void
}
function Row({ template, full, onDelete }: RowProps): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const merchant = useActingFor()
  const whose = merchant ? { merchant } : {}
  const { template_ref: ref, name, currency, line_items: lines = [] } = template
  return (
    <li>
      <ScreenLink to="invoiceForm" search={{ template: ref, ...whose }} className={styles['use']}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>
          {currency} · {t(($) => $.invoices.linesCounted, { count: lines.length })}
        </span>
      </ScreenLink>
      <ActsMenu
        name={isolated(name)}
        acts={[
          { id: 'edit', title: t(($) => $.invoices.acts.edit), icon: 'settings', run: () => void go({ to: 'invoiceTemplate', search: { template: ref, ...whose } }) },
          ...(full ? [] : [{ id: 'duplicate', title: t(($) => $.invoices.acts.duplicate), icon: 'copy', run: () => void go({ to: 'invoiceTemplate', search: { duplicate: ref, ...whose } }) } as const]),
          { id: 'delete', title: t(($) => $.invoices.deleteTemplate), icon: 'close', danger: true, run: onDelete },
        ]}
      />
    </li>
  )
} // prettier-ignore

function Delete({ template, onClose }: { template: InvoiceTemplate; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(deleteInvoiceTemplate, { refreshes: ofTemplates })
  const confirm = async () => {
    await act({ path: { ref: template.template_ref }, query: {} })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.invoices.deleteTemplateTitle, { name: isolated(template.name) })}
      confirm={t(($) => $.invoices.deleteTemplate)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(($) => $.invoices.deleteTemplateText)}
    </Confirm>
  )
}
