/*
 * VirtualCard: a sound card made of software, for tests and demonstrations.
 *
 * This target is an ALSA plug-in of type `tutticard`, loaded by alsa-lib and never called from Swift. In asound.conf:
 *
 *     pcm_type.tutticard { lib "/path/to/libVirtualCard.so" }
 *     pcm.kitchen {
 *         type tutticard
 *         output "/tmp/house/kitchen"   # required: what left the card goes to kitchen.pcm and kitchen.journal
 *         ppm 37.5                      # how fast its crystal runs; default 0
 *         granularity 48                # its pointer moves in steps of so many frames; default 1
 *         rate 44100                    # the only rate it can play; default: any of 8000 to 192000
 *         format S16_LE                 # the only format; default: S16_LE S24_LE S24_3LE S32_LE FLOAT_LE
 *         channels 1                    # the only number of channels; default: 1 to 8
 *         record no                     # keep the journal but not the sound; default yes
 *     }
 *
 * A control interface of type `tutticard` with the same `output` has one control, "Headphone Jack", which is off while a
 * file `OUTPUT.unplugged-jack` exists.
 * While a file `OUTPUT.unplugged` exists the card is gone: open calls answer ENODEV and a stream that plays is
 * disconnected for good, as when a USB plug is pulled. Only one process can have a card open (EBUSY).
 *
 * recorder.h describes the files.
 */
#pragma once
