import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import { readInvoiceTemplate } from '#contract/invoice-templates.ts'
import { createInvoice, readInvoice } from '#contract/invoices.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { InvoicesOf, useBeginning } from './beginning.tsx'
import { ofInvoices } from './calls.ts'
import { invoiceErrors, invoiceField, newInvoiceBody } from './form/invoice-body.ts'
import { InvoiceEditor } from './form/invoice-editor.tsx'
import { emptyInvoice, invoiceFrom, invoiceLike, type InvoiceValues } from './form/invoice-form.ts'

/** The form of a new invoice: empty, from a template (`?template=`) or like another one (`?duplicate=`). */
export default function NewInvoice(): ReactNode {
  const { template = '', duplicate = '', merchant = '' } = useScreenSearch('invoiceForm')
  return (
    <InvoicesOf screen="invoiceForm" merchant={merchant}>
      <Begin key={`${template} ${duplicate}`} {...{ template, duplicate }} />
    </InvoicesOf>
  )
}

function Begin({ template, duplicate }: { template: string; duplicate: string }): ReactNode {
  const { beginning, query } = useBeginning()
  const from = useCall(readInvoiceTemplate, { path: { ref: template }, query: {} }, { enabled: template !== '' })
  const like = useCall(readInvoice, { body: { invoice_ref: duplicate } }, { enabled: duplicate !== '' })
  const [initial, setInitial] = useState<InvoiceValues | null>(null)
  const source = duplicate ? like : template ? from : query
  const values =
    beginning && duplicate && like.data
      ? invoiceLike(like.data, beginning)
      : beginning && template && from.data
        ? invoiceFrom(from.data, beginning)
        : beginning && !duplicate && !template
          ? emptyInvoice(beginning)
          : null
  useEffect(() => {
    if (!initial && values) setInitial(values)
  }, [initial, values])
  if (initial && beginning) return <Form initial={initial} settings={beginning.settings} />
  return (
    <Screen name="invoiceForm" back="invoices">
      <Unanswered
        query={source.error ? source : query}
        lines={10}
        missing={<Missing what={duplicate ? 'invoice' : 'invoiceTemplate'} />}
      />
    </Screen>
  )
}

function Form({ initial, settings }: { initial: InvoiceValues; settings: InvoiceSettings }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const whose = merchant ? { merchant } : {}
  const [done, setDone] = useState('')
  const callForm = useCallForm(createInvoice, {
    initial,
    toBody: (values) => ({
      ...newInvoiceBody(values),
      chaipay_key: merchant || user.iamportKey,
      environment: environmentOf(user),
    }),
    fieldOf: invoiceField,
    check: invoiceErrors,
    refreshes: ofInvoices,
    onDone: ({ answer }) => setDone(answer.invoice_ref),
  })
  // Only when the form is known to be saved, so that nothing asks about leaving it.
  useEffect(() => {
    if (done) void go({ to: 'invoiceDetails', search: { ref: done, ...whose }, replace: true })
  }, [done])
  const { sending } = callForm.form.values
  return (
    <InvoiceEditor
      {...callForm}
      screen="invoiceForm"
      back="invoices"
      settings={settings}
      sendings={['draft', 'now', 'later']}
      saved={done !== ''}
      submit={t(($) => $.invoiceForm.submits[sending])}
      onDiscard={() => void go({ to: 'invoices', search: {} })}
    />
  )
}
