import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice-answers.ts'
import { readInvoice } from '#contract/invoices.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import detail from '#console/kit/details/detail.module.css'
import { Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Day } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { ActItems, type ActItem } from '#console/kit/ui/act-items.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { InvoicesOf } from './beginning.tsx'
import type { InvoiceAct } from './acts-on.ts'
import { CreditNotes } from './details-parts/credit-notes.tsx'
import { Document } from './details-parts/document.tsx'
import { Download } from './details-parts/download.tsx'
import { Events } from './details-parts/events.tsx'
import { InvoiceFacts } from './details-parts/facts.tsx'
import { OutsidePayments, Payments } from './details-parts/payments.tsx'
import { Plan } from './details-parts/plan.tsx'
import { Share } from './details-parts/share.tsx'
import { useInvoiceActs } from './invoice-acts.tsx'
import { invoiceName } from './invoice-name.ts'

/** One invoice: its document, its money, its messages and how it came to be. */
export default function InvoiceDetails(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('invoiceDetails')
  return (
    <InvoicesOf screen="invoiceDetails" merchant={merchant}>
      <Read invoiceRef={ref} />
    </InvoicesOf>
  )
}

function Read({ invoiceRef: ref }: { invoiceRef: string }): ReactNode {
  const invoice = useCall(readInvoice, { body: { invoice_ref: ref } }, { enabled: ref !== '' })
  if (invoice.data) return <Details key={ref} invoice={invoice.data} />
  return (
    <Screen name="invoiceDetails" back="invoices">
      <Unanswered query={invoice} lines={10} missing={<Missing what="invoice" />} absent={ref === ''} />
    </Screen>
  )
}

/** The acts that stand beside the title; the last is the primary one: a draft is sent, and who owes is reminded. */
const besideTitle: readonly (readonly InvoiceAct[])[] = [['edit', 'remind'], ['edit', 'send'], ['edit'], ['duplicate']]

function Details({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const { acts, dialogue } = useInvoiceActs(invoice)
  useOpenActs(acts)
  const wanted = besideTitle.find((ids) => ids.every((id) => acts.some((act) => act.id === id))) ?? []
  const beside = wanted.flatMap((id) => acts.filter((act) => act.id === id))
  const more = acts.filter((act) => !beside.includes(act) && act.id !== 'pdf')
  return (
    <Screen
      name="invoiceDetails"
      title={invoiceName(invoice)}
      back="invoices"
      wide
      actions={
        <>
          <WhyNot rule="invoices" />
          <Download invoice={invoice} />
          {beside.map((act) => (
            <Beside key={act.id} act={act} invoiceRef={invoice.invoice_ref} primary={act.id === wanted.at(-1) && act.id !== 'duplicate'} />
          ))}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<Icon name="down" size={12} />}>
                {t(($) => $.paymentPages.more)}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ActItems acts={more} />
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <Head invoice={invoice} />
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Document invoice={invoice} />
          <Payments invoice={invoice} />
          <OutsidePayments invoice={invoice} />
          <CreditNotes invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
        </div>
        <div className={detail['side']}>
          <Share invoice={invoice} />
          <Section title={t(($) => $.invoiceForm.plan)}>
            <Plan invoiceRef={invoice.invoice_ref} />
          </Section>
          <Section title={t(($) => $.detail.timeline)}>
            <Events invoiceRef={invoice.invoice_ref} />
          </Section>
        </div>
        <div className={detail['records']}>
          <History object="invoice" objectRef={invoice.invoice_ref} />
        </div>
      </div>
      {dialogue}
    </Screen>
  )
} // prettier-ignore

interface BesideProps {
  act: ActItem<InvoiceAct>
  invoiceRef: string
  primary: boolean
}
/** An act beside the title; editing has an address of its own. */
function Beside({ act: { id, title, icon, run }, invoiceRef: ref, primary }: BesideProps): ReactNode {
  const merchant = useActingFor()
  const look = { ...(primary ? {} : { variant: 'default' }), leftSection: <Icon name={icon} /> }
  if (id !== 'edit')
    return (
      <Button {...look} onClick={run}>
        {title}
      </Button>
    )
  return (
    <ButtonLink {...look} to="invoiceUpdate" search={{ ref, ...(merchant ? { merchant } : {}) }}>
      {title}
    </ButtonLink>
  )
}

/** How much it is and how much of it is due, by whom and until when. */
function Head({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const { amount, amount_due: due, amount_paid: paid, amount_credited: credited, amount_refunded: refunded, currency } = invoice
  const sum = (value: number) => <Amount value={value} currency={currency} />
  const part = (word: string, value: number) => value > 0 && <>{word} {sum(value)}</>
  return (
    <ObjectHead
      amount={sum(amount)}
      state={<Status of="invoice" state={invoice.status} />}
      facts={[
        { name: 'customer', fact: <Who>{invoice.customer_name}</Who> },
        { name: 'due', fact: <>{t(($) => $.invoices.dueOn)} <Day of={invoice.due_date} /></> },
        { name: 'open', fact: due !== amount && part(t(($) => $.invoices.stillDue), due) },
        { name: 'paid', fact: part(t(($) => $.invoices.paid), paid) },
        { name: 'credited', fact: part(t(($) => $.invoices.credited), credited) },
        { name: 'refunded', fact: part(t(($) => $.invoices.refunded), refunded) },
      ]}
    />
  )
} // prettier-ignore
