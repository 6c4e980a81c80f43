import { z } from 'zod'

/** The page's content policy forbids code from text, so schemas are not to try; stands before the first schema. */
z.config({ jitless: true })
