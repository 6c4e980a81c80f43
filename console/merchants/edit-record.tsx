import { Button, Select, Switch, TextInput, type InputWrapperProps } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageTags } from '#i18n/languages.ts'
import { listMerchantChanges, readMerchant, updateMerchant, type Merchant } from '#contract/merchants.ts'
import { FormFailure, FormSection } from '#console/kit/form/form-screen.tsx'
import { refreshUser } from '#console/kit/auth/session.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { BrandPreview } from './brand-preview.tsx'
import { languageWord } from './language-word.ts'
import { LogoField } from './logo-field.tsx'
import { RequireTwoStep } from './require-two-step.tsx'
import { changedFields, recordBody, recordValues, type RecordValues } from './record-form.ts'
import styles from './settings.module.css'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'

interface EditRecordProps {
  /** The record that the form was filled in from. */
  merchant: Merchant
  /** The present address of the logo. */
  logo: string
  /** Whether every user has to have a second factor. */
  requiresTwoStep: boolean
  onSaved: (merchant: Merchant) => void
  /** Fills the form from the latest revision, after another user's change. */
  onShowPresent: () => void
}

/** The form of the record; changed fields are marked until they are saved. */
export function EditRecord({
  merchant,
  logo: savedLogo,
  requiresTwoStep,
  onSaved,
  onShowPresent,
}: EditRecordProps): ReactNode {
  const { t } = useTranslation()
  const [before] = useState(() => recordValues(merchant))
  const [logo, setLogo] = useState(merchant.logo)
  const [revision, setRevision] = useState(merchant.revision)
  const { form, onSubmit, pending, failure } = useCallForm(updateMerchant, {
    initial: before,
    toBody: (values: RecordValues) => recordBody(before, values, revision),
    blanks: 'sent',
    refreshes: [readMerchant, listMerchantChanges],
    onDone: ({ answer }) => {
      onSaved(answer)
      void refreshUser()
    },
  })
  /**
   * Takes over the revision of a change that this screen saved by itself, such as the logo; unsaved input stays. It
   * does not skip a revision of another user.
   */
  const follow = (saved: Merchant) => {
    if (saved.revision === revision + 1) setRevision(saved.revision)
  }
  const changed = changedFields(before, form.values)
  const { mark, offset } = useMarks(changed)
  const overtaken = failure?.reason === 'CHANGED_MEANWHILE'
  return (
    <form noValidate className={styles['form']} onSubmit={onSubmit}>
      <FormSection title={t(($) => $.settings.business)}>
        <TextInput
          {...mark(
            'name',
            t(($) => $.settings.name),
          )}
          required
          withAsterisk={false}
          dir="auto"
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <TextInput
          {...mark(
            'website_url',
            t(($) => $.settings.website),
          )}
          type="url"
          dir="ltr"
          placeholder="https://"
          {...form.getInputProps('website_url')}
        />
        <Select
          {...mark(
            'time_zone',
            t(($) => $.settings.timeZone),
          )}
          className="wide"
          description={t(($) => $.settings.timeZoneHint)}
          data={offset(form.values.time_zone)}
          limit={100}
          searchable
          allowDeselect={false}
          dir="ltr"
          nothingFoundMessage={t(($) => $.list.noMatchTitle)}
          {...form.getInputProps('time_zone')}
        />
        <Select
          {...mark(
            'language',
            t(($) => $.settings.language),
          )}
          description={t(($) => $.settings.languageHint)}
          data={(['', ...languageTags] as const).map((tag) => ({ value: tag, label: languageWord(tag) }))}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </FormSection>
      <FormSection title={t(($) => $.settings.brandAndLogo)}>
        <TextInput
          {...mark(
            'brand_name',
            t(($) => $.settings.brand),
          )}
          description={t(($) => $.settings.brandHint)}
          dir="auto"
          maxLength={120}
          {...form.getInputProps('brand_name')}
        />
        <BrandPreview
          name={form.values.brand_name.trim() || form.values.name.trim()}
          website={form.values.website_url}
          logo={logo}
        />
        <LogoField
          saved={savedLogo}
          onShow={setLogo}
          onSaved={(saved) => {
            setLogo(saved.logo)
            follow(saved)
            void refreshUser()
          }}
        />
      </FormSection>
      <FormSection title={t(($) => $.settings.rules)}>
        <div className="wide">
          <Switch
            {...mark(
              'send_receipts',
              t(($) => $.settings.sendReceipts),
            )}
            description={t(($) => $.settings.sendReceiptsHint)}
            {...form.getInputProps('send_receipts', { type: 'checkbox' })}
          />
        </div>
        <div className="wide">
          <Switch
            {...mark(
              'isVerifyPayoutsEnabled',
              t(($) => $.settings.verifyPayouts),
            )}
            description={t(($) => $.settings.verifyPayoutsHint)}
            {...form.getInputProps('isVerifyPayoutsEnabled', { type: 'checkbox' })}
          />
          {merchant.verification_waits && (
            <p className={styles['first']}>
              {t(($) => $.settings.verificationWaits)}{' '}
              <ScreenLink to="payoutSettings">{t(($) => $.settings.verificationDecide)}</ScreenLink>
            </p>
          )}
        </div>
        <div className="wide">
          <RequireTwoStep required={requiresTwoStep} onSaved={follow} />
        </div>
        {merchant.kind === 'managed' && (
          <div className="wide">
            <Switch
              {...mark(
                'master_merchant_access',
                t(($) => $.settings.masterAccess),
              )}
              description={t(($) => $.settings.masterAccessHint)}
              {...form.getInputProps('master_merchant_access', { type: 'checkbox' })}
            />
          </div>
        )}
      </FormSection>
      {failure && <FormFailure error={failure} />}
      <div className={styles['bar']} data-unsaved={changed.length > 0 || undefined}>
        <Button type="submit" loading={pending} disabled={changed.length === 0}>
          {t(($) => $.settings.save)}
        </Button>
        {changed.length > 0 && (
          <Button variant="default" onClick={() => (overtaken ? onShowPresent() : form.setValues(before))}>
            {overtaken ? t(($) => $.settings.showPresent) : t(($) => $.settings.discard)}
          </Button>
        )}
        <span role="status" className={styles['count']}>
          {changed.length > 0 && t(($) => $.settings.unsaved, { count: changed.length })}
        </span>
      </div>
      <AskBeforeLeaving unsaved={changed.length > 0 && !pending} />
    </form>
  )
}

/** The labels of fields, marked while they are unsaved, and the time zones with today's offsets. */
function useMarks(changed: readonly (keyof RecordValues)[]) {
  const { t } = useTranslation()
  const [now] = useState(() => new Date())
  const [own] = useState(() => new Map<string, ReturnType<typeof timeZoneChoices>>())
  const offset = useMemo(
    () => (zone: string) => {
      const known = own.get(zone) ?? timeZoneChoices(now, zone)
      own.set(zone, known)
      return known
    },
    [now, own],
  )
  const mark = (field: keyof RecordValues, label: string): Pick<InputWrapperProps, 'label'> => ({
    label: changed.includes(field) ? (
      <>
        {label} <span className={styles['changed']}>{t(($) => $.settings.changed)}</span>
      </>
    ) : (
      label
    ),
  })
  return { mark, offset }
}
