import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readKycOfMerchant, reviewKyc, type Kyc } from '#contract/kyc.ts'
import { listSubMerchantsPaginated, readSubMerchant } from '#contract/master-merchants.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './kyc.module.css'

type Decision = 'approve' | 'ask_again' | 'reject'

/** The reviewer's decision: approve, reject or ask again, with a note and a reason for each refused document. */
export function Decide({ sub, kyc }: { sub: string; kyc: Kyc }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(reviewKyc, {
    refreshes: [readKycOfMerchant, readSubMerchant, listSubMerchantsPaginated],
  })
  const [note, setNote] = useState('')
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const [asking, setAsking] = useState<Decision | null>(null)
  const refused = Object.entries(reasons).map(([kyc_document, reason]) => ({ kyc_document, reason: reason.trim() }))
  const whole = refused.every(({ reason }) => reason !== '')
  const decide = async (decision: Decision) => {
    setAsking(null)
    const again = decision === 'ask_again' && refused.length > 0
    await act({ path: { uuid: sub }, body: { decision, ...(note.trim() && { note }), ...(again && { refused }) } })
  }
  const toggle = (id: string, on: boolean) => {
    const { [id]: _, ...others } = reasons
    setReasons(on ? { ...others, [id]: '' } : others)
  }
  return (
    <div className={styles['decide']}>
      <fieldset className={styles['files']} style={{ border: 0 }}>
        <legend className={styles['hint']}>{t(($) => $.kyc.willNotDo)}</legend>
        {kyc.documents.map(({ document_id: id, kind, name }) => (
          <div key={id}>
            <Checkbox
              mt="xs"
              label={`${wireWord('kycFields', kind)} · ${name}`}
              checked={id in reasons}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            {id in reasons && (
              <TextInput
                mt={4}
                dir="auto"
                maxLength={300}
                aria-label={t(($) => $.kyc.whyOf, { what: name })}
                placeholder={t(($) => $.kyc.why)}
                value={reasons[id] ?? ''}
                onChange={(event) => setReasons({ ...reasons, [id]: event.currentTarget.value })}
              />
            )}
          </div>
        ))}
      </fieldset>
      <Textarea
        label={t(($) => $.kyc.noteToMerchant)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FieldFailure error={error} />
      <div className={styles['buttons']}>
        <Button loading={pending} disabled={refused.length > 0} onClick={() => setAsking('approve')}>
          {t(($) => $.kyc.decisions.approve)}
        </Button>
        <Button
          variant="default"
          disabled={pending || !whole || (refused.length === 0 && !note.trim())}
          onClick={() => setAsking('ask_again')}
        >
          {t(($) => $.kyc.decisions.ask_again)}
        </Button>
        <Button variant="default" disabled={pending || !note.trim()} onClick={() => setAsking('reject')}>
          {t(($) => $.kyc.decisions.reject)}
        </Button>
      </div>
      <p className={styles['hint']}>{t(($) => $.kyc.decideHint)}</p>
      {asking && (
        <Confirm
          title={t(($) => $.kyc.questions[asking], { name: kyc.merchant_name })}
          confirm={t(($) => $.kyc.decisions[asking])}
          danger={asking === 'reject'}
          onConfirm={() => void decide(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{t(($) => $.kyc.consequences[asking])}</p>
        </Confirm>
      )}
    </div>
  )
}
