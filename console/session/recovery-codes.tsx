import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { printText } from '#console/kit/ui/print-text.ts'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { useUser } from '#console/kit/auth/session.ts'
import styles from './two-step.module.css'

/** New recovery codes, shown once, to copy, save or print. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }): ReactNode {
  const { t } = useTranslation()
  const { email } = useUser().email_address
  const title = t(($) => $.twoStep.codesFor, { email })
  const text = [title, '', ...codes, ''].join('\r\n')
  return (
    <div className={styles['steps']}>
      <p>{t(($) => $.twoStep.codesText)}</p>
      <ul className={styles['codes']} dir="ltr" aria-label={t(($) => $.twoStep.recoveryCodes)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          onClick={() =>
            saveFile({ name: 'countinghouse-recovery-codes.txt', file: new Blob([text], { type: 'text/plain' }) })
          }
        >
          {t(($) => $.twoStep.download)}
        </Button>
        <CopyButton text={codes.join('\n')} label={t(($) => $.twoStep.copyCodes)} />
        <Button variant="default" onClick={() => printText(title, text)}>
          {t(($) => $.twoStep.print)}
        </Button>
      </div>
      <Button onClick={onKept} fullWidth>
        {t(($) => $.twoStep.kept)}
      </Button>
    </div>
  )
}
