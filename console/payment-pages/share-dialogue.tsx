import { Button, Modal, Radio, Select, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageWays, type MessageWay } from '#contract/messages.ts'
import { readPageQrCode, readPaymentPage, sharePaymentPage } from '#contract/payment-pages.ts'
import { languages, languageTags } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import '#console/kit/form/radio-styles.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import share from '#console/kit/details/share.module.css'
import { QrPart, ShareApps, SharedAddress, SharePart } from '#console/kit/details/share-parts.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import type { ActedPage } from './acted-page.ts'
import styles from './payment-pages.module.css'

interface ShareProps {
  page: ActedPage
  /** The user may send it, and it takes orders. */
  maySend: boolean
  onClose: () => void
}

/** The dialogue to share a page: sent by the gateway, by the user's own programs, or as a QR code to print. */
export function ShareDialogue({ page, maySend, onClose }: ShareProps): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const code = useCall(readPageQrCode, { path: { pageRef: page.page_ref } })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.paymentPages.shareTitle)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <SharedAddress url={page.page_url} text={page.title} copy={t(($) => $.paymentPages.acts.copy)} />
        {maySend && <Send page={page} />}
        <ShareApps url={page.page_url} text={page.title} />
        {code.data && (
          <QrPart
            title={t(($) => $.paymentPages.qrCode)}
            code={code.data.qr_code}
            name={page.custom_url || page.title || page.page_ref}
          />
        )}
      </div>
    </Modal>
  )
}

/** Sends the page's address to somebody by mail or SMS. */
function Send({ page }: { page: ActedPage }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [told, setTold] = useState(false)
  const { form, onSubmit, pending, failure } = useCallForm(sharePaymentPage, {
    initial: { way: 'email' as MessageWay, recipient: '', language },
    path: { ref: page.page_ref },
    toBody: (values) => values,
    check: ({ way, recipient }) =>
      recipient.trim() !== '' && recipient.includes('@') !== (way === 'email')
        ? [{ path: 'recipient', reason: way === 'email' ? 'not_an_email' : 'not_a_phone', text: '' }]
        : [],
    refreshes: [readPaymentPage],
    onDone: ({ answer }) => {
      toastSuccess(t(($) => $.paymentPages.sent, { recipient: isolatedLtr(answer.recipient) }))
      form.setFieldValue('recipient', '')
      setTold(answer.way === 'email')
    },
  })
  const byMail = form.values.way === 'email'
  return (
    <SharePart title={t(($) => $.paymentPages.send)}>
      <form noValidate className={styles['send']} onSubmit={onSubmit}>
        <Radio.Group aria-label={t(($) => $.paymentPages.sendBy)} {...form.getInputProps('way')}>
          <div className={styles['choices']}>
            {messageWays.map((way) => (
              <Radio key={way} value={way} label={wireWord('messageWays', way)} />
            ))}
          </div>
        </Radio.Group>
        <TextInput
          label={t(($) => (byMail ? $.linkForm.email : $.linkForm.phone))}
          type={byMail ? 'email' : 'tel'}
          dir="ltr"
          autoComplete="off"
          {...form.getInputProps('recipient')}
        />
        <Select
          label={t(($) => $.linkForm.language)}
          allowDeselect={false}
          data={languageTags.map((value) => ({ value, label: languages[value].name }))}
          {...form.getInputProps('language')}
        />
        <FieldFailure error={failure} />
        <div className={share['buttons']}>
          <Button type="submit" variant="default" loading={pending}>
            {t(($) => $.paymentPages.sendNow)}
          </Button>
        </div>
        <p className={share['hint']}>{t(($) => $.paymentPages.onceAMinute)}</p>
        {told && <OutboxHint />}
      </form>
    </SharePart>
  )
}
