import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { paymentPageFields } from '#contract/payment-page-fields.ts'
import { pageTypes } from '#contract/payment-page-states.ts'
import { createPaymentPage, readPaymentPage, updatePaymentPage, type PaymentPage } from '#contract/payment-pages.ts'
import { displayLocale } from '#i18n/languages.ts'
import { useOffered } from '#console/kit/form/offered.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ofPages } from '../acted-page.ts'
import { fieldTitle } from '../field-words.ts'
import styles from './editor.module.css'
import { Fields } from './fields.tsx'
import { Languages } from './languages.tsx'
import { LookSection } from './look.tsx'
import { changedBody, emptyPage, pageBody, pageErrors, pageField, pageValues, type PageValues } from './page-form.ts'
import { Payment } from './payment.tsx'
import { Preview } from './preview.tsx'
import { Product } from './product.tsx'
import { Settings } from './settings.tsx'

/** The editor of a payment page: `?page=` edits one, `?type=` begins one. */
export default function PaymentPageEditor(): ReactNode {
  const { page = '', type } = useScreenSearch('paymentPageEditor')
  return page ? <Edit key={page} pageRef={page} /> : <New type={pageTypes.find((one) => one === type) ?? 'fixed_amount'} />
} // prettier-ignore

function New({ type }: { type: PaymentPage['page_type'] }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const [initial] = useState(() => emptyPage(type, currencyOf(user)))
  const [done, setDone] = useState('')
  const callForm = useCallForm(createPaymentPage, {
    initial,
    toBody: (values) => ({ ...pageBody(values, { limited: false }), chaipay_key: user.iamportKey, environment: environmentOf(user) }),
    fieldOf: pageField,
    check: pageErrors({ limited: false }),
    refreshes: ofPages,
    onDone: ({ answer }) => setDone(answer.page_ref),
  })
  // Only when the form is known to be saved, so that nothing asks about leaving it.
  useEffect(() => {
    if (done) void go({ to: 'paymentPageDetails', search: { ref: done }, replace: true })
  }, [done])
  return <Editor {...callForm} page={null} saved={done !== ''} submit={t(($) => $.pageEditor.publish)} onDiscard={() => void go({ to: 'paymentPages', search: {} })} />
} // prettier-ignore

function Edit({ pageRef }: { pageRef: string }): ReactNode {
  const query = useCall(readPaymentPage, { path: { pageRef } })
  const [base, setBase] = useState<PaymentPage | null>(null)
  useEffect(() => {
    if (!base && query.data) setBase(query.data)
  }, [base, query.data])
  if (!query.data || !base)
    return (
      <Screen name="paymentPageEditor" back="paymentPages">
        <Unanswered query={query} lines={10} missing={<Missing what="paymentPage" />} />
      </Screen>
    )
  return <EditPage key={base.version} base={base} latest={query.data} onBegin={setBase} refetch={() => void query.refetch()} />
} // prettier-ignore

interface EditPageProps {
  /** The version that the form was filled in from, and the one that is saved. */
  base: PaymentPage
  latest: PaymentPage
  onBegin: (page: PaymentPage) => void
  refetch: () => void
}

/** What others have saved meanwhile is shown, and nothing that was typed is lost by it. */
function EditPage({ base, latest, onBegin, refetch }: EditPageProps): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const [seen, setSeen] = useState(base)
  const limited = base.stock === 'limited'
  const callForm = useCallForm(updatePaymentPage, {
    initial: pageValues(base),
    path: { pageRef: base.page_ref },
    toBody: (values) => ({ ...changedBody(values, pageValues(base), { limited }), version: seen.version }),
    blanks: 'sent',
    fieldOf: pageField,
    check: pageErrors({ limited }),
    refreshes: ofPages,
    onDone: ({ answer }) => onBegin(answer),
  })
  const isConflict = callForm.failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) refetch()
  }, [isConflict])
  const isNewer = latest.version > seen.version
  const isUntouched = !callForm.form.isDirty()
  useEffect(() => {
    if (isNewer && isUntouched) onBegin(latest)
  }, [isNewer, isUntouched])
  const notice = isNewer && (
    <SavedByOther before={seen} after={latest} onKeep={() => setSeen(latest)} onTake={() => onBegin(latest)} />
  )
  return (
    <Editor
      {...callForm}
      failure={isConflict ? null : callForm.failure}
      page={base}
      saved={false}
      notice={notice}
      submit={t(($) => $.pageEditor.save)}
      onDiscard={() => (isUntouched ? void go({ to: 'paymentPageDetails', search: { ref: base.page_ref } }) : callForm.form.reset())}
    />
  )
} // prettier-ignore

interface EditorProps extends CallForm<PageValues> {
  page: PaymentPage | null
  saved: boolean
  submit: string
  notice?: ReactNode
  onDiscard: () => void
}

function Editor({ form, onSubmit, pending, failure, page, saved, submit, notice, onDiscard }: EditorProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const [view, setView] = useState<'form' | 'preview'>('form')
  const [open, setOpen] = useState(false)
  const { currency } = form.values
  const offered = useOffered({ environment: environmentOf(user), currency, country: user.country })
  const isChanged = form.isDirty() && !saved
  const limited = page?.stock === 'limited'
  const hidden = ['custom_url', 'expires_at', 'success_url', 'failure_url', 'confirmation_emails', 'success_message']
  const faultsInSettings = hidden.filter((name) => name in form.errors)
  return (
    <Screen
      name="paymentPageEditor"
      {...(page && { title: page.title })}
      back={page ? 'paymentPageDetails' : 'paymentPages'}
      {...(page && { backSearch: { ref: page.page_ref } })}
      wide
      actions={
        <>
          {page && (
            <Button component="a" href={page.page_url} target="_blank" rel="noopener" variant="default" leftSection={<Icon name="open" />}>
              {t(($) => $.paymentPages.acts.open)}
            </Button>
          )}
          <Button variant="default" leftSection={<Icon name="settings" />} onClick={() => setOpen(true)}>
            {t(($) => $.pageEditor.settings)}
          </Button>
        </>
      }
    >
      <AskBeforeLeaving unsaved={isChanged} />
      <div className={styles['views']} role="group" aria-label={t(($) => $.pageEditor.views)}>
        {(['form', 'preview'] as const).map((one) => (
          <Button key={one} size="xs" variant={view === one ? 'light' : 'default'} aria-pressed={view === one} onClick={() => setView(one)}>
            {t(($) => $.pageEditor[one])}
          </Button>
        ))}
      </div>
      <div className={styles['editor']} data-view={view}>
        <form noValidate className={styles['form']} onSubmit={onSubmit}>
          {notice}
          <Product form={form} ordered={page !== null && (page.units_sold > 0 || page.stock_reserved > 0)} limited={limited} />
          <Payment form={form} offered={offered} />
          <Fields form={form} />
          <LookSection form={form} />
          <Languages form={form} />
          {faultsInSettings.length > 0 && (
            <p role="alert" className={styles['fault']}>
              {t(($) => $.pageEditor.faultsInSettings)}{' '}
              <Button size="xs" variant="default" onClick={() => setOpen(true)}>
                {t(($) => $.pageEditor.settings)}
              </Button>
            </p>
          )}
          {failure && <FormFailure error={failure} />}
          <div className={styles['buttons']}>
            <Button type="submit" loading={pending}>
              {submit}
            </Button>
            <Button variant="default" onClick={onDiscard}>
              {t(($) => $.pageEditor.discard)}
            </Button>
            {isChanged && <span className={styles['hint']}>{t(($) => $.pageEditor.unsaved)}</span>}
          </div>
        </form>
        <aside className={styles['side']}>
          <Preview values={form.values} offered={offered} left={page?.stock_available ?? null} />
        </aside>
      </div>
      {open && <Settings form={form} pageRef={page?.page_ref ?? ''} onClose={() => setOpen(false)} />}
    </Screen>
  )
} // prettier-ignore

/** What somebody else has saved while the page was open. */
function SavedByOther({ before, after, onKeep, onTake }: { before: PaymentPage; after: PaymentPage; onKeep: () => void; onTake: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const changed = versioned.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const fields = new Intl.ListFormat(displayLocale(language)).format(changed.map(fieldTitle))
  return (
    <ChangedMeanwhile {...{ onKeep, onTake }}>{t(($) => $.pageEditor.changedMeanwhile, { fields })}</ChangedMeanwhile>
  )
} // prettier-ignore

/** What a version keeps, by its names in answers. */
const versioned = (Object.keys(paymentPageFields) as (keyof typeof paymentPageFields)[]).filter(
  (name) => 'request' in paymentPageFields[name] && !['stock', 'stock_available', 'merchant_order_id'].includes(name),
)
