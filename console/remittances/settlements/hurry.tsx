import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hurryRemittances } from '#contract/remittance-acts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import styles from './settlements.module.css'
import { refreshes } from './refreshes.ts'

const acts = ['settle', 'cut', 'release'] as const

/** In test mode: what takes days otherwise, at once, in the order in which it happens. */
export function Hurry(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending, error } = useAction(hurryRemittances, { refreshes })
  if (environment !== 'sandbox') return null
  return (
    <section className={styles['hurry']} aria-label={t(($) => $.remittances.hurry)}>
      <p>{t(($) => $.remittances.hurryText)}</p>
      <div>
        {acts.map((name) => (
          <Button
            key={name}
            variant="default"
            size="xs"
            disabled={pending}
            onClick={() => void act({ body: { environment, act: name } })}
          >
            {t(($) => $.remittances.acts[name])}
          </Button>
        ))}
      </div>
      {error && <FormFailure error={error} />}
    </section>
  )
}
