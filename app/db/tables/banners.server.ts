import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, stamp, version } from '../columns.server.ts'
import { pictures } from './media.server.ts'

export const banners = pgTable(
  'banners',
  {
    id: id(),
    title: text().notNull(),
    subtitle: text(),
    description: text(),
    pictureId: idOf(() => pictures.id, 'set null'),
    buttonText: text(),
    linkUrl: text(),
    position: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    startsAt: stamp(),
    endsAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [index('banners_by_position').on(t.position), index('banners_of_picture').on(t.pictureId)],
)
