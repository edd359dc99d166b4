/** jcstress tests of verbs completion queues and channels. */
package dev.weft.provider.verbs;
