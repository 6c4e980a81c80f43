import { Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listMerchantChanges,
  readMerchant,
  updateMerchant,
  uploadMerchantLogo,
  type Merchant,
} from '#contract/merchants.ts'
import { limits } from '#contract/limits.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import styles from './settings.module.css'

interface LogoFieldProps {
  /** The address of the saved logo, or empty. */
  saved: string
  /** Shows a chosen picture before it is saved. */
  onShow: (address: string) => void
  onSaved: (merchant: Merchant) => void
}
const refreshes = [readMerchant, listMerchantChanges]
const accept = uploadMerchantLogo.file.endings.map((ending) => `.${ending}`).join(',')

/** Uploads another logo, which is saved at once, or removes it. */
export function LogoField({ saved, onShow, onSaved }: LogoFieldProps): ReactNode {
  const { t } = useTranslation()
  const upload = useAction(uploadMerchantLogo, { refreshes })
  const remove = useAction(updateMerchant, { refreshes })
  const [fault, setFault] = useState('')
  const take = async (file: File | null) => {
    if (!file) return
    setFault('')
    if (file.size > limits.logoBytes) return setFault(tooLarge())
    onShow(await addressOf(file))
    const outcome = await upload.act({ file, body: {} })
    if (outcome.ok) return onSaved(outcome.answer)
    onShow(saved)
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
  }
  const takeAway = async () => {
    setFault('')
    const outcome = await remove.act({ body: { logo: '' } })
    if (outcome.ok) onSaved(outcome.answer)
    else setFault(failureText(outcome.error))
  }
  return (
    <div className={`wide ${styles['logoField']}`} role="group" aria-label={t(($) => $.settings.logo)}>
      <FileButton onChange={(file) => void take(file)} accept={accept}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" />} loading={upload.pending}>
            {saved ? t(($) => $.settings.replaceLogo) : t(($) => $.settings.chooseLogo)}
          </Button>
        )}
      </FileButton>
      {saved && (
        <Button variant="default" loading={remove.pending} onClick={() => void takeAway()}>
          {t(($) => $.settings.removeLogo)}
        </Button>
      )}
      <p className={styles['hint']}>
        {t(($) => $.settings.logoHint, { pixels: limits.logoPixels, megabytes: limits.logoBytes / 1024 / 1024 })}
      </p>
      <p role="alert" className={styles['fault']}>
        {fault}
      </p>
    </div>
  )
}

const tooLarge = () =>
  fieldText({ reason: 'file_too_large', params: { limit: limits.logoBytes / 1024 / 1024 }, text: '' })

/** A file as a data URL, which the Content-Security-Policy allows. */
const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')))
    reader.readAsDataURL(file)
  })
