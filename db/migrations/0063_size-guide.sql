ALTER TABLE "categories" ADD COLUMN "size_guide" text CONSTRAINT "categories_size_guide" CHECK ("size_guide" in ('women', 'men', 'children', 'shoes', 'children-shoes'));
