import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'

const SheetBack = lazy(async () => ({ default: (await import('./sheet-back.tsx')).SheetBack }))

/** Opens the dialogue in which a sheet of exceptions comes back. */
export function BringBack(): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => setOpen(true)}>
        {t(($) => $.reconExceptions.sheetImport)}
      </Button>
      <Suspense>{isOpen && <SheetBack onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
